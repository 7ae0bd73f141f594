"""Stratagem markers: drawn, chosen and carried out before a field battle. Rulebook: 7.0."""

from collections.abc import Sequence

from gm.games.three_kingdoms import choices, defeat
from gm.games.three_kingdoms.army import Army
from gm.games.three_kingdoms.events import Cause, Drew, Dueled, UsedStratagem
from gm.games.three_kingdoms.orders import Use
from gm.games.three_kingdoms.roster import Who
from gm.games.three_kingdoms.table import Table
from gm.values import Value

WATCH_FIRE, CHAIN, CICADA, LOOT, LADDER, EMPTY_FORT, DOUBLE_AGENT = 1, 2, 3, 4, 5, 6, 7
BEAT_GRASS, BEAUTY, RUNNING, LURE, PLUM, WAIT_AT_EASE, CHENCANG = 8, 9, 10, 11, 12, 13, 14

FIRST = (LURE, WATCH_FIRE, WAIT_AT_EASE)
"""These take effect before the others, in this order (D36)."""
DUEL_ROUNDS = 3


class Chosen(Value, frozen=True):
    """A stratagem to be carried out, ``times`` 2 where the Chain doubles it."""

    use: Use
    times: int


def draw(table: Table, own: Army, count: int) -> list[int]:
    """Draws markers (numbered 1 to 7) without putting any back; tells the owner which."""
    drawn: list[int] = []
    markers = table.rules.figures.markers
    for number in range(1, min(count, len(markers)) + 1):
        while True:
            (face,) = table.roll(
                f"stratagem.{number}", f"{own.battle}: stratagems", sides=len(markers), secret=True
            )
            if face not in drawn:
                break
        drawn.append(face)
    table.tell(Drew(own.side, tuple(markers[face - 1] for face in drawn)))
    return drawn


def choose(
    table: Table, own: Army, enemy: Army, drawn: Sequence[int], wishes: Sequence[Use]
) -> tuple[Chosen, ...]:
    """Which sides of the drawn markers are used: as the owner prefers, where they can work."""
    figures = table.rules.figures
    marker_of = {n: i for i, pair in enumerate(figures.markers, start=1) for n in pair}
    free = list(drawn)
    chosen: list[Use] = []
    chain = False
    for use in wishes:
        marker = marker_of[use.number]
        if marker not in free or not _applies(own, enemy, use.number):
            continue
        if use.number == CHAIN:
            chain = True
            continue
        free.remove(marker)
        chosen.append(use)
    doubled = None
    if chain and marker_of[CHAIN] in free:
        doubled = next((use for use in chosen if use.number not in figures.never_doubled), None)
    order = [use for number in FIRST for use in chosen if use.number == number]
    order += [use for use in chosen if use not in order]
    return tuple(Chosen(use, 2 if use is doubled else 1) for use in order)


def _applies(own: Army, enemy: Army, number: int) -> bool:
    match number:
        case 1 | 11:
            return len(enemy.men) >= 2
        case 3:
            return enemy.attacks
        case 8:
            return own.attacks
        case 13:
            return enemy.units > 0
        case _:
            return True


def carry_out(  # noqa: C901  (one line for each stratagem)
    table: Table, own: Army, enemy: Army, chosen: Chosen
) -> None:
    """One stratagem takes effect. Rulebook: 7.0 (D36)."""
    use, times = chosen.use, chosen.times
    number = use.number
    value = table.rules.figures.stratagems[number].value * times
    if number in FIRST:
        _carry_out_first(table, own, enemy, chosen)
        return
    terrain = number == DOUBLE_AGENT and _cancels_terrain(own, enemy, use)
    table.tell(UsedStratagem(own.side, number, terrain=terrain, doubled=times > 1))
    match number:
        case 3:
            enemy.failures_allowed = value
        case 4:
            own.first_round_bonus += value
        case 5:
            enemy.may_not_retreat = True
        case 6:
            own.martial_change += value
        case 7 if terrain:
            own.no_terrain = enemy.no_terrain = True
            enemy.command_change += value if times > 1 else 0
        case 7:
            enemy.command_change += value
        case 8:
            own.failures_allowed = value
        case 9:
            enemy.martial_change += value
        case 10:
            own.not_pursued = True
        case 12:
            own.cancelled_hits += value
        case _:
            own.extra_unit += value


def _cancels_terrain(own: Army, enemy: Army, use: Use) -> bool:
    """Double Agent: cavalry and naval dice, where the enemy alone would have one (or as said)."""
    return use.terrain or (enemy.terrain > own.terrain and enemy.total < enemy.command)


def _carry_out_first(table: Table, own: Army, enemy: Army, chosen: Chosen) -> None:
    number, wanted = chosen.use.number, list(chosen.use.on)
    for turn in range(chosen.times):
        doubled = turn > 0
        match number:
            case 11 if len(enemy.men) >= 2:
                _lure(table, own, enemy, wanted, doubled=doubled)
            case 1 if len(enemy.men) >= 2:
                pair = _victims(table, enemy, wanted, 2)
                table.tell(UsedStratagem(own.side, number, pair, doubled=doubled))
                _duel(table, enemy, pair[0], pair[1])
            case 13 if enemy.units:
                table.tell(UsedStratagem(own.side, number, doubled=doubled))
                enemy.lose_units(1)
            case _:
                return


def _lure(table: Table, own: Army, enemy: Army, wanted: Sequence[Who], *, doubled: bool) -> None:
    for victim in _victims(table, enemy, wanted, len(enemy.men)):
        if not defeat.retreat_areas(table, victim):
            continue
        table.tell(UsedStratagem(own.side, LURE, (victim,), doubled=doubled))
        enemy.leave(victim)
        if victim in (enemy.commander, enemy.adviser):
            _name_again(table, enemy, victim)
        defeat.retreat(table, victim, Cause.LURED)
        return


def _name_again(table: Table, army: Army, gone: Who) -> None:
    if gone == army.commander:
        army.commander = choices.commander(table, army.side, army.men)
    if gone == army.adviser:
        army.adviser = choices.adviser(table, army.side, army.men)


def _victims(table: Table, enemy: Army, wanted: Sequence[Who], count: int) -> tuple[Who, ...]:
    """The enemy generals the owner names, then those with most troops (highest rank, id)."""
    named = [who for who in wanted if who in enemy.men]
    rest = [who for who in enemy.men if who not in named]
    rest.sort(key=lambda who: (-table.generals[who].units, -table.person(who).rank, who))
    return tuple([*named, *rest][:count])


def _duel(table: Table, army: Army, one: Who, other: Who) -> None:
    """Watch the Fire: two enemy generals fight for three rounds, or until one is hit (D36)."""
    martial = {who: table.person(who).martial for who in (one, other)}
    for round_ in range(1, DUEL_ROUNDS + 1):
        faces, hits = {}, {}
        for who, foe in ((one, other), (other, one)):
            count = min(table.person(who).command, 1 + table.generals[who].units)
            purpose = f"{army.battle}, duel, round {round_}: dice of {table.person(who).name}"
            faces[who] = table.roll(f"duel.{round_}.{who}", purpose, count)
            bonus = max(0, martial[who] - martial[foe])
            hits[who] = sum(die + bonus >= table.rules.figures.hit_on for die in faces[who])
        table.tell(Dueled(round_, one, faces[one], hits[one], other, faces[other], hits[other]))
        struck = [
            who for who, foe in ((one, other), (other, one)) if _wounded(army, who, hits[foe])
        ]
        for who in struck:
            army.strike(who)
        if struck:
            break
    if army.men and army.commander not in army.men:
        army.commander = choices.commander(table, army.side, army.men)


def _wounded(army: Army, who: Who, hits: int) -> bool:
    """Takes hits off a duellist's troops; whether he is hit himself."""
    units = army.table.generals[who].units
    army.lose_of(who, min(hits, units))
    return hits > units
