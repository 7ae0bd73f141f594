# ruff: noqa: RUF001  (these are words of many languages; letters that look alike belong there)
"""What mail programs write above the letter that is answered, in the languages people use.

Only words and patterns; ``gm.mail.body`` decides what they mean for a letter.
"""

import re

# First word of "On Monday ... wrote:", where the language begins with one.
_OPENINGS = (
    "On|Am|Le|El|Em|Il|In data|Op|W dniu|Dnia|Den|På|Dne|Dňa|Pe|În|Na|U|Ngày|Vào|Στις|Στο|В|"
    "Quoting|Zitat von|Citando"
)
_WROTE = (
    r"(?:(?<!\w)(?:wrote|writes|schrieb|schrieben|geschrieben|a\s+écrit|a\s+ecrit|écrivait|"
    r"escribió|escribio|escribía|escreveu|ha\s+scritto|scrisse|scriveva|schreef|geschreven|"
    r"napisał\(a\)|napisał|napisała|pisze|skrev|skreiv|kirjoitti|napsal\(a\)|napsal|napsala|"
    r"napísal\(a\)|napísal|napísala|írta|yazdı|yazmış|a\s+scris|va\s+escriure|je\s+napisao|"
    r"je\s+napisala|написал\(а\)|написал|написала|пишет|пише|έγραψε|đã\s+viết|menulis)|"
    r"は書きました|のメール|写道|寫道|작성)"
)
# "I wrote on the 2nd:" is the player's own sentence, not a program's.
_MYSELF = re.compile(
    r"\b(I|ich|je|j'ai|yo|eu|io|ik|ja|jag|jeg|we|wir|nous|my|mine|meine?)\b", re.IGNORECASE
)
_DATE_OR_TIME = re.compile(r"\d{4}|\d{1,2}[:.]\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2}|年")
_ADDRESS = r"[^\s<>()\[\]:;,\"]{1,64}@[^\s<>()\[\]:;,\"]{1,255}"

_OPENED = re.compile(rf"(?:{_OPENINGS})\b.{{3,350}}?{_WROTE}.{{0,120}}[:：]\s*", re.IGNORECASE)
_ENDS_WITH_ADDRESS = re.compile(rf".{{0,300}}[<(]{_ADDRESS}[>)]\s*[:：]\s*")
_SAID_ADDRESS = re.compile(
    rf".{{0,300}}(?:{_ADDRESS}.{{0,120}}?{_WROTE}|{_WROTE}\s.{{0,120}}?{_ADDRESS})"
    r".{0,80}[:：]\s*",
    re.IGNORECASE,
)
_SAID = re.compile(rf".{{1,200}}?{_WROTE}\s*[:：]\s*", re.IGNORECASE)
_QUOTING = re.compile(r"(?:Quoting|Zitat von|Citando|Citazione)\s.{1,200}[:：]\s*")
_BEGINS = re.compile(
    rf"(?:{_OPENINGS})\b|\d{{4}}[-/.年]|\d{{1,2}}[./]\d{{1,2}}[./]|\w{{2,9}}[.,]+\s+\d{{1,2}}",
    re.IGNORECASE,
)


def is_attribution(line: str) -> bool:
    """Whether *line* (perhaps joined from two or three) surely stands above a quoted letter."""
    if len(line) > 400 or not line.rstrip().endswith((":", "：")):
        return False
    if not _DATE_OR_TIME.search(line) or _is_own_sentence(line):
        return False
    forms = (_OPENED, _ENDS_WITH_ADDRESS, _SAID_ADDRESS)
    return any(form.fullmatch(line) for form in forms)


def may_be_attribution(line: str) -> bool:
    """Whether *line* stands above a quoted letter if quote marks follow: ``Takeda wrote:``."""
    return bool(len(line) <= 300 and (_SAID.fullmatch(line) or _QUOTING.fullmatch(line)))


def may_begin_attribution(line: str) -> bool:
    """Whether an attribution that is broken over two or three lines may begin with *line*."""
    return bool(_BEGINS.match(line)) and not line.rstrip().endswith((":", "："))


def _is_own_sentence(line: str) -> bool:
    return bool(_MYSELF.search(line)) and "@" not in line


_FROM = (
    r"From|Von|De|Da|Van|Från|Fra|Od|Lähettäjä|Odesílatel|Odosielateľ|Feladó|Kimden|Gönderen|"
    r"Expéditeur|Remitente|Remetente|Mittente|Afzender|Avsändare|Nadawca|От|Від|发件人|寄件者|差出人|送信者|보낸\s?사람"
)
_SENT = (
    r"Sent|Date|Gesendet|Gesendet am|Datum|Envoyé|Envoyé le|Le|Enviado|Enviado el|Enviado em|"
    r"Enviada em|Enviada|Fecha|Data|Inviato|Inviata|Verzonden|Verzonden op|Skickat|Sendt|Dato|"
    r"Wysłano|Wysłane|Lähetetty|Päiväys|Odesláno|Odoslané|Elküldve|Dátum|Gönderilme tarihi|"
    r"Gönderildi|Tarih|Отправлено|Дата|发送时间|日期|寄件日期|送信日時|日時|보낸\s?날짜"
)
_TO = (
    r"To|An|À|A|Para|Aan|Till|Til|Do|Vastaanottaja|Komu|Címzett|Kime|Alıcı|Кому|收件人|收件者|"
    r"宛先|받는\s?사람|Cc"
)
_SUBJECT = (
    r"Subject|Betreff|Betr\.?|Objet|Asunto|Assunto|Oggetto|Onderwerp|Ämne|Emne|Temat|Aihe|"
    r"Předmět|Predmet|Tárgy|Konu|Тема|主题|主旨|件名|제목"
)
_LABELS = tuple(
    re.compile(rf"[\s*_]*(?:{words})[\s*_]*[:：][*_]?", re.IGNORECASE)
    for words in (_FROM, _SENT, _TO, _SUBJECT)
)


def labels_at(line: str) -> frozenset[int]:
    """Which of From (0), Sent (1), To (2) and Subject (3) the line may be, as Outlook heads it."""
    return frozenset(place for place, label in enumerate(_LABELS) if label.match(line[:60]))


_RULED = re.compile(
    r"\s*-{2,}\s*(?:Original|Original Message|Original Mail|Originalnachricht|"
    r"Original-?Nachricht|Ursprüngliche (?:Nachricht|E-?Mail)|Urspr\.? Nachricht|"
    r"Message d.origine|Message initial|Mensaje original|Mensagem original|Messaggio originale|"
    r"Oorspronkelijk (?:bericht|e-?mail)|Originele? bericht|Ursprungligt meddelande|"
    r"Originalmeddelande|Oprindelig (?:meddelelse|besked)|Opprinnelig melding|"
    r"Oryginalna wiadomość|Wiadomość oryginalna|Alkuperäinen viesti|Původní zpráva|"
    r"Pôvodná správa|Eredeti üzenet|Orijinal Mesaj|Исходное сообщение|Оригинальное сообщение|"
    r"Пересылаемое сообщение|元のメッセージ|原始邮件|原始郵件|원본 메시지)\s*-{2,}\s*",
    re.IGNORECASE,
)
_PASSED_ON = re.compile(
    r"\s*(?:-{2,}\s*(?:Forwarded message|Forwarded Message|Weitergeleitete Nachricht|"
    r"Message transféré|Mensaje reenviado|Mensagem encaminhada|Messaggio inoltrato|"
    r"Doorgestuurd bericht|Forwarded by|Vidarebefordrat meddelande|Videresendt (?:meddelelse|"
    r"melding|besked)|Przekazana wiadomość|Wiadomość przekazana|Välitetty viesti|"
    r"Přeposlaná zpráva|Továbbított üzenet|Yönlendirilmiş mesaj|Пересылаемое сообщение|"
    r"転送されたメッセージ|Forwarded message from|转发的邮件|전달된 메시지).{0,100}|"
    r"(?:Begin forwarded message|Anfang der weitergeleiteten Nachricht|"
    r"Beginn der weitergeleiteten Nachricht|Début du message (?:réexpédié|transféré)|"
    r"Inicio del mensaje reenviado|Início da mensagem encaminhada|Inizio messaggio inoltrato|"
    r"Begin doorgestuurd bericht|Vidarebefordrat brev|Videresendt (?:meddelelse|e-mail)|"
    r"転送されたメッセージ)\s*[:：])\s*",
    re.IGNORECASE,
)


def is_rule_above_letter(line: str) -> bool:
    """Whether *line* is such as ``-----Original Message-----``."""
    return bool(_RULED.fullmatch(line[:200]))


def is_rule_above_forwarded(line: str) -> bool:
    """Whether *line* is such as ``---------- Forwarded message ---------``."""
    return bool(_PASSED_ON.fullmatch(line[:200]))


_SENT_FROM = re.compile(
    r"\s*(?:Sent (?:from (?:my|Mail|mail|Outlook|Yahoo|Proton|Samsung|Galaxy|an? |the all|iP|AOL|"
    r"K-9|FairEmail|BlackBerry|Windows|Gmail|Android|Spark|Nokia|Xiaomi|Huawei)|"
    r"(?:via|with|using)\b)|Get Outlook for|Get the .{1,30} app|"
    r"Von (?:meinem|meiner|Samsung|iPhone|iPad|Outlook)\b.{0,60}(?:gesendet|geschickt)|"
    r"Gesendet (?:von|mit|über)\b|Diese Nachricht wurde von meinem\b|Holen Sie sich Outlook|"
    r"Outlook für (?:iOS|Android) beziehen|"
    r"Envoyé (?:de|depuis|avec|à partir)\b|Téléchargez Outlook|Obtenez Outlook|"
    r"Enviado (?:desde|do|de|com|con|a partir)\b|Obtener Outlook|Obter o Outlook|"
    r"Inviato (?:da|dal|con)\b|Scarica Outlook|Verstuurd (?:vanaf|met|via)\b|"
    r"Verzonden (?:vanaf|met)\b|"
    r"Outlook voor (?:iOS|Android)|Skickat från\b|Skickat med\b|Hämta Outlook|Sendt fra\b|"
    r"Wysłane? z\b|Wysłano z\b|Lähetetty \w+ (?:puhelimesta|laitteesta)\b|Lähetetty iPho|"
    r"Odesláno z\b|Отправлено (?:из|с)\b|iPhoneから送信|.{0,20}から送信|发自我的|从我的|發自我的|"
    r"나의 .{1,20}에서 보냄|"
    r"Please excuse (?:any )?(?:typos|brevity)|Von unterwegs gesendet).{0,160}",
    re.IGNORECASE,
)


def is_device_line(line: str) -> bool:
    """Whether *line* is such as ``Sent from my iPhone``."""
    return bool(_SENT_FROM.fullmatch(line[:300]))


_DISCLAIMER = re.compile(
    r"\s*[*_]*(?:CONFIDENTIALITY|CONFIDENTIAL|DISCLAIMER|LEGAL NOTICE|"
    r"This (?:e-?mail|message|communication|transmission)\b.{0,80}\b"
    r"(?:confidential|intended|privileged)|"
    r"The (?:information|contents?)\b.{0,60}\b(?:this|e-?mail).{0,60}(?:confidential|intended)|"
    r"Diese (?:E-?Mail|Nachricht)\b.{0,80}\bvertraulich|"
    r"Ce (?:message|courriel)\b.{0,80}\bconfidentiel|"
    r"Este (?:mensaje|correo|e-?mail)\b.{0,80}\bconfidencia|"
    r"Questo (?:messaggio|e-?mail)\b.{0,80}\briservat|"
    r"Dit (?:bericht|e-?mail)\b.{0,80}\bvertrouwelijk|"
    r"Please consider the environment before printing|Bitte denken Sie an die Umwelt|"
    r"Virus-?free\.|This email has been (?:checked|scanned)|Diese E-?Mail wurde .{0,40}geprüft)",
    re.IGNORECASE,
)
_LIST_FOOTER = re.compile(
    r"mailing list|unsubscribe|listinfo|you received this (?:message|email) because|"
    r"you are receiving this|abbestellen|désinscri|desuscri|google groups",
    re.IGNORECASE,
)


def begins_disclaimer(line: str) -> bool:
    """Whether a lawyers' paragraph begins with *line*; it lasts to the next empty line."""
    return bool(_DISCLAIMER.match(line[:400]))


def is_list_footer(text: str) -> bool:
    """Whether the lines below a rule are what a mailing list adds to every letter."""
    return bool(_LIST_FOOTER.search(text[:2000]))
