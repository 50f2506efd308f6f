"""Prices and bids, by the arithmetic of ARCHITECTURE.md: doubles, rounded to nearest, in the order written there."""

import math
from decimal import ROUND_HALF_UP, Context
from functools import lru_cache

LN2 = 0.6931471805599453
TWO_PI = 2 * math.pi
DAY = 86_400_000
VARIABLE = ("marginPpm", "chancesPpm", "durations", "stakes")
FIXED = {
    "name": "updown-2", "feePpm": 0, "errors": 2, "quoteLife": 15000, "quoteMovedPpm": 20000, "entryDelay": 500,
    "entryWait": 3000, "closeUntil": 5000, "bidLife": 5000, "bidSlipPpm": 20000, "modelLife": 86_460_000,
    "modelMovedPpm": 10000, "userOrders": 5, "houseSharePpm": 500000, "userSharePpm": 20000,
}  # fmt: skip

# Wichura 1988, algorithm AS 241 (PPND16), highest power first.
CENTRE = (2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946,
          1971.5909503065513, 133.14166789178438, 3.3871328727963665)  # fmt: skip
UNDER_CENTRE = (5226.495278852546, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751,
                687.1870074920579, 42.31333070160091, 1.0)  # fmt: skip
TAIL = (0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
        5.769497221460691, 4.630337846156546, 1.4234371107496835)  # fmt: skip
UNDER_TAIL = (1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
              1.6763848301838038, 2.053191626637759, 1.0)  # fmt: skip
FAR = (2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124,
       0.29656057182850487, 1.7848265399172913, 5.463784911164114, 6.657904643501103)  # fmt: skip
UNDER_FAR = (2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133,
             0.014875361290850615, 0.1369298809227358, 0.599832206555888, 1.0)  # fmt: skip


def nearest(x):
    whole = math.floor(x)
    return whole + 1 if x - whole >= 0.5 else whole


def exp(x):
    doublings = math.floor(x / LN2 + 0.5)
    rest, total = x - doublings * LN2, 1.0
    for i in range(16, 0, -1):
        total = 1 + (total * rest) / i
    for _ in range(abs(doublings)):
        total = total * 2 if doublings > 0 else total / 2
    return total


def log(x):
    doublings, m = 0, x
    while m > 1.5:
        m, doublings = m / 2, doublings + 1
    while m < 0.75:
        m, doublings = m * 2, doublings - 1
    s, total = (m - 1) / (m + 1), 0.0
    for k in range(41, 0, -2):
        total = total * s * s + 1 / k
    return doublings * LN2 + 2 * s * total


def cdf(x):
    if x < 0:
        return 1 - cdf(-x)
    if x > 37:
        return 1.0
    density = exp((-x * x) / 2) / math.sqrt(TWO_PI)
    if x >= 5:
        return 1 - density / (x + 1 / (x + 2 / (x + 3 / (x + 4 / (x + 5)))))
    term = total = x
    k = 3
    while abs(term) > 1e-16 * total:
        term *= (x * x) / k
        total += term
        k += 2
    return 0.5 + density * total


def horner(coefficients, x):
    total = 0.0
    for one in coefficients:
        total = total * x + one
    return total


def quantile(p):
    q = p - 0.5
    if abs(q) <= 0.425:
        r = 0.180625 - q * q
        return (q * horner(CENTRE, r)) / horner(UNDER_CENTRE, r)
    depth = math.sqrt(-log(p if q < 0 else 1 - p))
    if depth > 5:
        distance = horner(FAR, depth - 5) / horner(UNDER_FAR, depth - 5)
    else:
        distance = horner(TAIL, depth - 1.6) / horner(UNDER_TAIL, depth - 1.6)
    return -distance if q < 0 else distance


@lru_cache(maxsize=None)
def median_variance(points):
    steps = (points - 1) // 2
    mean, square = 0.0, steps / 2
    for k in range(1, steps + 1):
        mean += 1 / math.sqrt(TWO_PI * k)
    for j in range(1, steps):
        for k in range(1, steps - j + 1):
            square += 1 / (TWO_PI * math.sqrt(j * k))
    return 2 * (square - mean * mean)


def deviations(cell, errors):
    """The deviation in a model's cell, and its least and largest value within that many standard errors."""
    sigma, error = cell[0] / 1e12, cell[1] / 1e6
    return sigma, sigma * (1 - errors * error), sigma * (1 + errors * error)


def offers(direction, seconds, ticks, cell, rules):
    """(barrierPpm, chancePpm, ratePct) of each target chance."""
    middle, least, most = (
        one * math.sqrt(seconds - (ticks - 1) + median_variance(ticks)) for one in deviations(cell, rules["errors"])
    )
    for target in rules["chancesPpm"]:
        barrier = 0
        if target != 500_000:
            exact = -quantile(target / 1e6) * middle * 1e6
            two = Context(prec=2, rounding=ROUND_HALF_UP).create_decimal_from_float(exact)
            barrier = max(1, nearest(float(two)))
        share = barrier / 1e6
        chances = []
        for v in (least, most):
            drift = (v * v) / 2
            chances.append(cdf((-log(1 + share) - drift) / v if direction == "up" else (log(1 - share) + drift) / v))
        chance = max(chances)
        rate = max(0, math.floor(((1 - rules["marginPpm"] / 1e6) / chance - 1) * 100 + 1e-9))
        yield barrier, nearest(chance * 1e6), rate


def is_fresh(model, at):
    return model["at"] <= at <= model["at"] + FIXED["modelLife"]


def is_within(rules):
    """Whether margin and chances are within the published bounds."""
    chances = rules["chancesPpm"]
    return (
        10_000 <= rules["marginPpm"] <= 100_000
        and len(chances) <= 5
        and chances[:1] == [500_000]
        and all(one >= 50_000 for one in chances)
        and all(one > after for one, after in zip(chances, chances[1:]))
    )


def is_offered(ticket, entries, ticket_seq):
    """Whether the ticket's terms are an offer of its rules and model."""
    rules = next((one for one in entries if one["kind"] == "rules" and one["seq"] == ticket["rules"]), None)
    model = next((one for one in entries if one["kind"] == "model" and one["seq"] == ticket["model"]), None)
    if not rules or not model or (ticket_seq and max(rules["seq"], model["seq"]) >= ticket_seq):
        return False
    is_announced = rules["from"] == rules["at"] if rules["seq"] == 2 else rules["from"] >= rules["at"] + DAY
    given, accepted = rules["rules"], ticket["acceptedAt"]
    cell = model["deviations"].get(str(ticket["pid"]))
    if not is_announced or rules["from"] > accepted or {k: v for k, v in given.items() if k not in VARIABLE} != FIXED:
        return False
    if not is_within(given):
        return False
    if model["rules"] != rules["seq"] or not is_fresh(model, accepted) or not cell:
        return False
    if [ticket["duration"], ticket["fixingTicks"]] not in given["durations"] or ticket["marginPpm"] != given["marginPpm"]:
        return False
    bounds = given["stakes"].get(ticket["currency"])
    if not bounds or not int(bounds[0]) <= int(ticket["stake"]) <= int(bounds[1]):
        return False
    terms = (ticket["barrierPpm"], ticket["chancePpm"], ticket["ratePct"])
    return terms in offers(ticket["direction"], ticket["duration"], ticket["fixingTicks"], cell, given)


STEPS = [cdf((i + 0.5) * 0.1) - cdf((i - 0.5) * 0.1) for i in range(-60, 61)]


@lru_cache(maxsize=None)
def greatest(steps):
    if steps == 0:
        return [1.0]
    before = greatest(steps - 1)
    after = [0.0] * (len(before) + 60)
    for i, chance in enumerate(before):
        for move in range(-60, 61):
            after[max(0, i + move)] += chance * STEPS[move + 60]
    while after[-1] < 1e-10:
        after.pop()
    return after


@lru_cache(maxsize=None)
def lengths(points, rank):
    up, down = greatest(points - rank), greatest(rank - 1)
    chances = [0.0] * (len(up) + len(down) - 1)
    for i, one in enumerate(up):
        for k, other in enumerate(down):
            chances[i - k + len(down) - 1] += one * other
    return [((place - len(down) + 1) * 0.1, chance) for place, chance in enumerate(chances) if chance > 1e-10]


def chance_to_pass(direction, level, price, known, to_come, first_in, sigma):
    passed = sum(one > level if direction == "up" else one < level for one in known)
    ticks = len(known) + to_come
    middle = (ticks - 1) // 2
    needed = (ticks - middle if direction == "up" else middle + 1) - passed
    if needed <= 0:
        return 1.0
    if needed > to_come:
        return 0.0
    distance = log(float(level) / float(price)) / sigma + (sigma / 2) * (first_in + (to_come - 1) / 2)
    if direction == "down":
        distance = -distance
    if not known and first_in >= 300:
        return cdf(-distance / math.sqrt(first_in + median_variance(to_come)))
    total, reach = 0.0, math.sqrt(first_in)
    for at, chance in lengths(to_come, needed):
        total += chance * cdf((at - distance) / reach)
    return min(1.0, total)


def bid_at(ticket, entry_price, ticks, cell):
    """The bid at the last of some ticks, (seq, at, price) each."""
    barrier, due, wanted = ticket["barrierPpm"], ticket["dueAt"], ticket["fixingTicks"]
    if ticket["direction"] == "up":
        level = entry_price * (1_000_000 + barrier) // 1_000_000
    else:
        level = -(-entry_price * (1_000_000 - barrier) // 1_000_000)
    _, at, price = ticks[-1]
    start = due - (wanted - 1) * 1000
    first = max(at + 1000, start)
    known = [one[2] for one in ticks if start <= one[1] <= due]
    to_come, first_in = max(0, (due - first) // 1000 + 1), (first - at) / 1000
    sigmas = deviations(cell, FIXED["errors"])
    chance = min(
        nearest(chance_to_pass(ticket["direction"], level, price, known, to_come, first_in, one) * 1e6)
        for one in (sigmas if cell[1] else sigmas[:1])
    )
    value = (int(ticket["stake"]) + int(ticket["profit"])) * chance // 1_000_000
    return value * (1_000_000 - ticket["marginPpm"]) // 1_000_000


def is_bid(ticket, settlement, entry, run, models, ticks_of):
    """Whether an early close paid what the rules gave at a tick of `run`, the entries before its `receipts` entry."""
    at, due = settlement["settledAt"], ticket["dueAt"]
    if not run or not isinstance(entry, tuple):
        return False
    needed = min(at - FIXED["bidLife"] - 3000, due - ticket["fixingTicks"] * 1000)
    if not (run[0]["seq"] <= entry[0] or run[0]["at"] <= needed or run[0]["seq"] == 1):
        return False
    ticks, bids = ticks_of(run, ticket["pid"]), []
    for i, tick in enumerate(ticks):
        if not -500 <= at - tick[1] < FIXED["bidLife"] + 3000 or tick[0] < entry[0]:
            continue
        model = next((one for one in reversed(models) if one["seq"] < tick[0]), None)
        cell = model and is_fresh(model, tick[1]) and model["deviations"].get(str(ticket["pid"]))
        if cell:
            bids.append(bid_at(ticket, entry[2], ticks[: i + 1], cell))
    return bool(bids) and int(settlement["bid"]) >= min(bids) and due - at >= FIXED["closeUntil"]
