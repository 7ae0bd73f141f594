"""Who wrote this: results of a trusted server, and signatures checked by ourselves."""

from pathlib import Path

import dkim
import pytest

from gm.mail.letter import open_letter
from gm.mail.signatures import signature_verdict
from gm.mail.trust import Proof, Trust, Verdict, is_aligned, is_enough, server_verdict

SERVER = "mx.example.net"
TLS = Path(__file__).parent / "tls"


def letter_with(*fields: str, sender: str = "takeda@example.org") -> bytes:
    head = "".join(f"{field}\n" for field in fields)
    return f"{head}From: {sender}\nSubject: orders\n\nArmy Kai holds\n".encode()


RESULTS = {
    "nothing": ((), Proof.UNPROVEN),
    "none": ((f"{SERVER}; none",), Proof.UNPROVEN),
    "dmarc passes": (
        (f"{SERVER}; dmarc=pass (p=reject dis=none) header.from=example.org",),
        Proof.PROVEN,
    ),
    "dmarc passes for another domain": (
        (f"{SERVER}; dmarc=pass header.from=evil.example",),
        Proof.UNPROVEN,
    ),
    "dmarc fails": ((f"{SERVER}; dmarc=fail header.from=example.org",), Proof.CONTRADICTED),
    "dmarc fails though a list's signature passes": (
        (f"{SERVER}; dkim=pass header.d=lists.example; dmarc=fail header.from=example.org",),
        Proof.CONTRADICTED,
    ),
    "dkim passes": ((f"{SERVER}; dkim=pass header.d=example.org header.s=s1",), Proof.PROVEN),
    "dkim passes by identity": ((f"{SERVER}; dkim=pass header.i=@example.org",), Proof.PROVEN),
    "dkim of another domain passes": (
        (f"{SERVER}; dkim=pass header.d=evil.example",),
        Proof.UNPROVEN,
    ),
    "dkim fails": ((f"{SERVER}; dkim=fail header.d=example.org",), Proof.CONTRADICTED),
    "one signature fails, another passes": (
        (f"{SERVER}; dkim=fail header.d=lists.example; dkim=pass header.d=example.org",),
        Proof.PROVEN,
    ),
    "spf passes": ((f"{SERVER}; spf=pass smtp.mailfrom=takeda@example.org",), Proof.PROVEN),
    "spf passes for another sender": (
        (f"{SERVER}; spf=pass smtp.mailfrom=x@evil.example",),
        Proof.UNPROVEN,
    ),
    "spf fails softly": ((f"{SERVER}; spf=softfail smtp.mailfrom=x@e.org",), Proof.CONTRADICTED),
    "two fields": (
        (
            f"{SERVER}; spf=fail smtp.mailfrom=x@evil.example",
            f"{SERVER}; dkim=pass header.d=example.org",
        ),
        Proof.PROVEN,
    ),
    "another server": (("evil.example; dmarc=pass header.from=example.org",), Proof.UNPROVEN),
    "a server whose name begins alike": (
        (f"{SERVER}.evil.example; dmarc=pass header.from=example.org",),
        Proof.UNPROVEN,
    ),
    "version and comment": (
        (f"{SERVER} 1 (really); dkim=pass (2048-bit key) header.d=example.org",),
        Proof.PROVEN,
    ),
    "a pass within a comment": ((f"{SERVER}; dkim=none (dkim=pass header.d=example.org)",),
                                Proof.UNPROVEN),
}  # fmt: skip


@pytest.mark.parametrize(("results", "proof"), RESULTS.values(), ids=RESULTS)
def test_results_of_the_trusted_server(results: tuple[str, ...], proof: Proof) -> None:
    letter = open_letter(letter_with(*(f"Authentication-Results: {item}" for item in results)))

    assert server_verdict(letter, SERVER).proof is proof


def test_forged_results_below_the_servers_own_do_not_count() -> None:
    letter = open_letter(
        letter_with(
            f"Authentication-Results: {SERVER}; dkim=fail header.d=example.org",
            f"Received: from evil.example by {SERVER}; Mon, 2 Mar 2026 18:04:00 +0000",
            f"Authentication-Results: {SERVER}; dkim=pass header.d=example.org",
            f"Authentication-Results: {SERVER}; dmarc=pass header.from=example.org",
        )
    )

    assert server_verdict(letter, SERVER).proof is Proof.CONTRADICTED


def test_forged_result_of_the_same_method_right_below_does_not_count() -> None:
    letter = open_letter(
        letter_with(
            f"Authentication-Results: {SERVER}; dkim=fail header.d=example.org",
            f"Authentication-Results: {SERVER}; dkim=pass header.d=example.org",
        )
    )

    assert server_verdict(letter, SERVER).proof is Proof.CONTRADICTED


def test_doubtful_sender_is_never_proven() -> None:
    letter = open_letter(
        letter_with(
            f"Authentication-Results: {SERVER}; dmarc=pass header.from=example.org",
            sender="takeda@example.org, hojo@example.org",
        )
    )

    assert server_verdict(letter, SERVER).proof is Proof.UNPROVEN


@pytest.mark.parametrize(
    ("signer", "domain", "aligned"),
    [
        ("example.org", "example.org", True),
        ("EXAMPLE.org", "example.ORG", True),
        ("example.org", "mail.example.org", True),
        ("mail.example.org", "example.org", True),
        ("notexample.org", "example.org", False),
        ("org", "example.org", False),
        ("", "example.org", False),
        ("", "", False),
    ],
)
def test_alignment(signer: str, domain: str, aligned: bool) -> None:  # noqa: FBT001 (a parameter)
    assert is_aligned(signer, domain) is aligned


@pytest.mark.parametrize(
    ("trust", "enough"),
    [
        (Trust.ADDRESS, {Proof.PROVEN, Proof.UNPROVEN, Proof.CONTRADICTED}),
        (Trust.UNLESS_CONTRADICTED, {Proof.PROVEN, Proof.UNPROVEN}),
        (Trust.PROVEN, {Proof.PROVEN}),
        (Trust.CODE_WORD, set()),
    ],
)
def test_levels_of_trust(trust: Trust, enough: set[Proof]) -> None:
    assert {proof for proof in Proof if is_enough(Verdict(proof, ""), trust)} == enough


@pytest.fixture
def record() -> bytes:
    """The signer's key as its name service would tell it."""
    return b"v=DKIM1; k=rsa; p=" + (TLS / "public.txt").read_bytes().strip()


def signed(raw: bytes, *, domain: bytes = b"example.org", length: bool = False) -> bytes:
    raw = raw.replace(b"\n", b"\r\n")
    signature = dkim.sign(
        raw,
        b"s1",
        domain,
        (TLS / "key.pem").read_bytes(),
        include_headers=[b"from", b"subject"],
        length=length,
    )
    assert isinstance(signature, bytes)
    return signature + raw


def test_valid_signature_proves_the_sender(record: bytes) -> None:
    asked: list[bytes] = []

    def look_up(name: bytes) -> bytes:
        asked.append(name)
        return record

    verdict = signature_verdict(signed(letter_with()), "takeda@example.org", look_up)

    assert verdict.proof is Proof.PROVEN
    assert asked == [b"s1._domainkey.example.org."]


def test_signature_over_other_orders_proves_nothing(record: bytes) -> None:
    forged = signed(letter_with()).replace(b"Army Kai holds", b"Army Kai moves")

    verdict = signature_verdict(forged, "takeda@example.org", lambda _: record)

    assert verdict.proof is Proof.CONTRADICTED


def test_signature_of_somebody_else_says_nothing(record: bytes) -> None:
    raw = signed(letter_with(), domain=b"evil.example")

    assert signature_verdict(raw, "takeda@example.org", lambda _: record).proof is Proof.UNPROVEN


def test_signature_over_a_part_of_the_text_proves_nothing(record: bytes) -> None:
    raw = signed(letter_with(), length=True) + b"Army Kai moves to Sagami\r\n"

    verdict = signature_verdict(raw, "takeda@example.org", lambda _: record)

    assert verdict.proof is Proof.CONTRADICTED


@pytest.mark.parametrize("answer", [None, b"", b"v=DKIM1; p=", b"\xff", b"v=DKIM1; p=AAAA"])
def test_signature_without_a_usable_key_proves_nothing(answer: bytes | None) -> None:
    raw = signed(letter_with())

    verdict = signature_verdict(raw, "takeda@example.org", lambda _: answer)

    assert verdict.proof is Proof.CONTRADICTED


def test_letter_without_signature_says_nothing() -> None:
    def look_up(name: bytes) -> bytes:
        raise AssertionError(name)

    assert signature_verdict(letter_with(), "takeda@example.org", look_up).proof is Proof.UNPROVEN
    assert signature_verdict(b"", None, look_up).proof is Proof.UNPROVEN


@pytest.mark.parametrize("signature", ["", "d=example.org", "v=1; a=x; b=; d=example.org; s=s"])
def test_broken_signature_proves_nothing(signature: str, record: bytes) -> None:
    raw = letter_with(f"DKIM-Signature: {signature}")

    assert signature_verdict(raw, "takeda@example.org", lambda _: record).proof is not Proof.PROVEN
