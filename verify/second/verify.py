"""A second verifier of Tickmark's receipts, written from the text of ARCHITECTURE.md and verify/README.md alone.

    python3 verify.py receipt.json        one receipt; exit code 0 holds, 1 broken, 2 of an earlier format, 3 not proven
    python3 verify.py -                   one receipt a line on standard input, one verdict a line

Standard library only, no network. Each verdict is a line of JSON: the verdict, and the steps that do not hold.
"""

import json
import sys

from consent import CLOSE_TEXT, check_consent, read_signed
from forms import CURRENCIES, HASH, HASH_OR_NONE, ORDER_ID, SIGNATURE
from forms import canonical, count, list_of, none_or, one_of, sha256, shape, share, text, time, units
from log import entry_with_batch, is_in_tree, is_signed, is_signed_by, is_signed_head, read_checkpoint, read_segments
from prices import is_bid, is_offered

COINS = "BTC ETH SOL TRX XRP DOGE ADA LINK BNB AVAX LTC DOT UNI NEAR BCH ATOM".split()
PAIRS = {number: f"{coin}/USDT" for number, coin in enumerate(COINS, 1)}
WINDOWS = {60: 3, 180: 9, 300: 9, 900: 31, 1800: 31, 3600: 31, 14400: 31, 86400: 31}

PRINTABLE = text("[ -~]{1,200}")
LINES, PATH = text("[ -~\n]{1,2000}"), list_of(HASH)
TICKET = shape(
    v=one_of(1), kind=one_of("ticket"), rule=one_of("updown-2"), order=ORDER_ID, user=HASH,
    book=one_of("real", "simulated"), currency=one_of(*CURRENCIES), pid=one_of(*PAIRS), pair=PRINTABLE,
    duration=count, fixingTicks=count, direction=one_of("up", "down"), barrierPpm=share, ratePct=count,
    chancePpm=share, marginPpm=share, stake=units, profit=units, fee=units, acceptedAt=time, dueAt=time,
    model=count, rules=count, consent=HASH_OR_NONE,
)  # fmt: skip
STATEMENT = shape(
    v=one_of(1), kind=one_of("settlement"), order=ORDER_ID, ticket=HASH,
    outcome=one_of("won", "lost", "tied", "void", "closed"), net=is_signed, payout=units,
    entrySeq=count, entryPrice=units, exitSeq=count, exitPrice=units, bid=units, settledAt=time,
    ledger=PRINTABLE, consent=HASH_OR_NONE,
)  # fmt: skip
BATCH_PROOF = shape(batch=count, index=count, count=count, path=PATH, root=HASH, signature=SIGNATURE)
PLACE = shape(index=count, count=count, path=PATH)
CONSENT = none_or(
    shape(
        text=LINES,
        signature=SIGNATURE,
        delegation=shape(
            text=LINES,
            signature=text("0x[0-9a-f]{2,4000}"),
            address=PRINTABLE,
            kind=one_of("evm", "tron", "contract"),
        ),
    )
)
EARLIER = ("tickmark-receipt/1", "tickmark-receipt/2", "tickmark-receipt/3")
RECEIPT = shape(
    format=one_of("tickmark-receipt/4"),
    ticket=TICKET,
    ticketProof=BATCH_PROOF,
    ticketLog=PLACE,
    settlement=STATEMENT,
    settlementProof=BATCH_PROOF,
    settlementLog=none_or(PLACE),
    consents=shape(order=CONSENT, close=CONSENT),
    segments=list_of(shape(**{"from": count}, bodies=list_of(text("[ -~]{1,20000}")))),
    proof=PATH,
    checkpoint=text("[\n -~\u2014]{1,20000}"),
    keys=shape(origin=text("[!-*,-~]{1,200}"), log=HASH, receipts=HASH),
)


def has_form(receipt):
    if not RECEIPT(receipt):
        return False
    ticket, settlement = receipt["ticket"], receipt["settlement"]
    return (
        WINDOWS.get(ticket["duration"]) == ticket["fixingTicks"]
        and PAIRS[ticket["pid"]] == ticket["pair"]
        and ticket["dueAt"] == entry_second(ticket) + 1000 * ticket["duration"]
        and settlement["order"] == ticket["order"]
        and (receipt["settlementLog"] is not None) == (settlement["outcome"] == "closed")
        and settlement["ledger"] == f"order:{ticket['order']}/settlement"
    )


def entry_second(ticket):
    """The first whole second, in ms, at least 500 ms after acceptance."""
    return -(-(ticket["acceptedAt"] + 500) // 1000) * 1000


def ticks_of(entries, pid):
    return [
        (one["seq"], one["at"], int(one["prices"][str(pid)]))
        for one in entries
        if one["kind"] == "tick" and str(pid) in one["prices"]
    ]


def find_entry(run, ticket):
    """(seq, at, price); 'none' when no tick came in time; None when the entries do not tell."""
    if not run:
        return None
    start = ticket["acceptedAt"] + 500
    for tick in ticks_of(run, ticket["pid"]):
        if tick[1] >= start:
            if tick[1] <= start + 3000:
                return tick
            break
    return "none" if run[-1]["at"] > start + 3000 else None


def find_exit(runs, ticket):
    """The fixing (or 'none' when it is too thin, or None when the entries do not tell), and whether no tick is missing."""
    due, wanted = ticket["dueAt"], ticket["fixingTicks"]
    start = due - 1000 * wanted
    reaches = lambda one: one["at"] > due or (one["kind"] == "tick" and one["at"] == due)
    for window in runs:
        if (window[0]["at"] <= start or window[0]["seq"] == 1) and any(map(reaches, window)):
            break
    else:
        return None, False
    ticks = [one for one in ticks_of(window, ticket["pid"]) if start < one[1] <= due]
    is_full = len(ticks) == wanted
    if 10 * len(ticks) < 6 * wanted:
        return "none", is_full
    middle = sorted(one[2] for one in ticks)[(len(ticks) - 1) // 2]
    return [one for one in ticks if one[2] == middle][-1], is_full


def settle(ticket, settlement, entry, exit):
    """(outcome, net, payout), or None where entries are lacking."""
    stake, profit, fee = (int(ticket[name]) for name in ("stake", "profit", "fee"))
    if settlement["outcome"] == "closed":
        bid = int(settlement["bid"])
        if not isinstance(entry, tuple) or settlement["settledAt"] >= ticket["dueAt"] or bid > stake + profit:
            return None
        return "closed", bid - stake - fee, bid
    if entry is None or (entry != "none" and exit is None):
        return None
    if entry == "none" or exit == "none":
        return "void", 0, stake + fee
    sign = 1 if ticket["direction"] == "up" else -1
    moved = sign * (exit[2] - entry[2]) * 1_000_000
    if ticket["barrierPpm"] == 0 and moved == 0:
        return "tied", 0, stake + fee
    if moved > entry[2] * ticket["barrierPpm"]:
        return "won", profit - fee, stake + profit
    return "lost", -stake - fee, 0


def is_fixing(fixing, seq, price):
    if fixing is None:
        return False
    return (fixing[0], fixing[2]) == (seq, int(price)) if isinstance(fixing, tuple) else (seq, price) == (0, "0")


def is_in_batch(kind, body, proof, keys):
    root = bytes.fromhex(proof["root"])
    signed = {"v": 1, "kind": kind, "batch": proof["batch"], "count": proof["count"], "root": proof["root"]}
    return is_in_tree(canonical(body).encode(), proof, root) and is_signed_by(
        bytes.fromhex(keys["receipts"]), bytes.fromhex(proof["signature"]), canonical(signed).encode()
    )


def check(receipt):
    """The verdict, and the steps that do not hold. A step is None where something is not shown."""
    if not has_form(receipt):
        return {"verdict": "broken", "failed": ["form"]}
    ticket, settlement, keys = receipt["ticket"], receipt["settlement"], receipt["keys"]
    head = read_checkpoint(receipt["checkpoint"])
    runs = read_segments(receipt, head)
    logged, run = entry_with_batch(runs, "tickets", receipt["ticketProof"], receipt["ticketLog"])
    entry = find_entry([one for one in run if one["seq"] >= logged["seq"]] if logged else [], ticket)
    exit, is_full = find_exit(runs, ticket)
    entries = [one for each in runs for one in each]
    is_closed = settlement["outcome"] == "closed"
    result = settle(ticket, settlement, entry, exit)
    stake = int(ticket["stake"])
    is_priced = int(ticket["profit"]) == stake * ticket["ratePct"] // 100 and ticket["fee"] == "0"
    is_after = logged is not None and (settlement["entrySeq"] == 0 or settlement["entrySeq"] > logged["seq"])
    second = entry_second(ticket)
    is_prompt = logged is not None and logged["at"] <= second and (not isinstance(entry, tuple) or entry[1] == second)
    has_entry = is_fixing(entry, settlement["entrySeq"], settlement["entryPrice"])
    if is_closed or entry == "none":
        has_exit = settlement["exitSeq"] == 0 and settlement["exitPrice"] == "0"
    else:
        has_exit = is_fixing(exit, settlement["exitSeq"], settlement["exitPrice"]) and (is_full or None)
    steps = {
        "ticket_signature": is_in_batch("ticket-batch", ticket, receipt["ticketProof"], keys),
        "consent": check_consent(ticket, settlement, receipt["consents"]),
        "price": check_price(ticket, entries, logged),
        "ticket_logged": logged is not None,
        "ticket_before_entry": (is_prompt or None) if is_after else False,
        "entries": bool(runs),
        "entry_price": has_entry and (None if entry == "none" else True),
        "settlement_price": has_exit,
        **(check_close(receipt, runs, entries, entry) if is_closed else {}),
        "outcome": result is not None and result[0] == settlement["outcome"] and (is_closed or settlement["bid"] == "0"),
        "sums": is_priced and result is not None and result[1:] == (int(settlement["net"]), int(settlement["payout"])),
        "receipt_signature": settlement["ticket"] == sha256(canonical(ticket).encode()).hex()
        and is_in_batch("receipt-batch", settlement, receipt["settlementProof"], keys),
        "checkpoint": is_signed_head(receipt["checkpoint"], keys),
    }
    failed = [name for name, holds in steps.items() if not holds]
    verdict = "broken" if any(steps[name] is False for name in failed) else "not_proven" if failed else "holds"
    return {"verdict": verdict, "failed": failed}


def check_price(ticket, entries, logged):
    if not is_offered(ticket, entries, logged["seq"] if logged else 0):
        return False
    if logged is None or ticket["model"] >= logged["model"]:
        return True
    return None if logged["at"] > entry_second(ticket) else False


def check_close(receipt, runs, entries, entry):
    """The steps of an early close."""
    ticket, settlement, close = receipt["ticket"], receipt["settlement"], receipt["consents"]["close"]
    logged, run = entry_with_batch(runs, "receipts", receipt["settlementProof"], receipt["settlementLog"])
    before = [one for one in run if one["seq"] < logged["seq"]] if logged else []
    signed = close and read_signed(close["text"], "tickmark-close/1\n", CLOSE_TEXT)
    is_dated = logged is not None and not (signed and settlement["settledAt"] < signed["at"] - 1000)
    is_late = logged is not None and logged["at"] > settlement["settledAt"] + 3000
    oldest = logged["model"] if logged and not is_late else 0
    models = [one for one in entries if one["kind"] == "model" and one["seq"] >= oldest]
    return {
        "bid": is_bid(ticket, settlement, entry, before, models, ticks_of),
        "close_logged": is_dated and (None if is_late else True),
    }


def main(path):
    if path == "-":
        for line in sys.stdin:
            print(json.dumps(check(json.loads(line))), flush=True)
        return 0
    with open(path, encoding="utf-8") as file:
        given = json.load(file)
    receipt = given.get("receipt", given) if isinstance(given, dict) else given
    if isinstance(receipt, dict) and receipt.get("format") in EARLIER:
        print("a receipt of an earlier format, which the verifier of its time decides", file=sys.stderr)
        return 2
    answer = check(receipt)
    print(json.dumps(answer))
    return {"holds": 0, "broken": 1, "not_proven": 3}[answer["verdict"]]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]) if len(sys.argv) == 2 else 2)
