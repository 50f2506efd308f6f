"""The public log: Merkle trees (RFC 6962, RFC 9162), entries, and signed checkpoints."""

import base64
import json
import re
from functools import lru_cache

from curves import verify_ed25519
from forms import HASH, SAFE, SIGNATURE, canonical, count, list_of, sha256, shape, share, text, time, units
from prices import FIXED


def leaf_hash(data):
    return sha256(b"\0" + data)


def node_hash(left, right):
    return sha256(b"\1" + left + right)


def is_in_tree(leaf, proof, root):
    """RFC 9162, 2.1.3.2: leaf `index` of `count` under a root."""
    first, last = proof["index"], proof["count"] - 1
    if first > last:
        return False
    found = leaf_hash(leaf)
    for one in map(bytes.fromhex, proof["path"]):
        if last == 0:
            return False
        if first & 1 or first == last:
            found = node_hash(one, found)
            while not first & 1 and first:
                first, last = first >> 1, last >> 1
        else:
            found = node_hash(found, one)
        first, last = first >> 1, last >> 1
    return last == 0 and found == root


def runs_root(runs, hashes, size):
    """The root of a tree of `size` leaves from runs of leaves, each (start, leaves), and the subtrees between; None when they do not fit."""
    edge, at, rest = [], 0, list(hashes)

    def append(width, found):
        while edge and edge[-1][0] == width:
            before = edge.pop()
            width, found = 2 * width, node_hash(before[1], found)
        edge.append((width, found))

    for start, leaves in [*runs, (size, [])]:
        if start < at:
            return None
        while at < start:
            width = 1
            while at % (2 * width) == 0 and at + 2 * width <= start:
                width *= 2
            if not rest:
                return None
            append(width, rest.pop(0))
            at += width
        for leaf in leaves:
            append(1, leaf)
        at += len(leaves)
    if at != size or rest or not edge:
        return None
    root = edge.pop()[1]
    while edge:
        root = node_hash(edge.pop()[1], root)
    return root


def table(cell):
    key = text("[1-9][0-9]{0,5}")
    return lambda value: isinstance(value, dict) and all(key(name) and cell(one) for name, one in value.items())


def above_zero(form):
    return lambda value: form(value) and value not in (0, "0")


def pair_of(form):
    return lambda value: list_of(form)(value) and len(value) == 2


def is_cell(value):
    return pair_of(count)(value) and 0 < value[0] < 10**12 and value[1] <= 50_000


def is_shared(value):
    return list_of(lambda _: True)(value) and len(value) == 3 and count(value[0]) and units(value[1]) and units(value[2])


def is_span(value):
    return pair_of(count)(value) and value[0] > 0 and value[1] >= value[0] - 1


def is_signed(value):
    return units(value) or (isinstance(value, str) and value[:1] == "-" and value != "-0" and units(value[1:]))


def are_ends(value):
    """Ends by the number of their promise; a payment has a transaction, and only what was or could have been paid may have one."""
    end = shape(promise=above_zero(count), end=text("paid|refused|cancelled|returned"), tx=text("(0x[0-9a-f]{64})?"))
    if not list_of(end)(value) or not 0 < len(value) <= 300:
        return False
    promises = [one["promise"] for one in value]
    fit = all(one["end"] == "returned" or (one["end"] == "paid") == (one["tx"] != "") for one in value)
    return fit and all(before < after for before, after in zip(promises, promises[1:]))


def are_liabilities(value):
    """What is owed in each currency of a book, sorted, none of zero."""
    form = shape(book=text("real|simulated"), currency=text("[A-Z]{2,8}"), amount=above_zero(units), root=HASH)
    names = [part["book"] + " " + part["currency"] for part in value] if list_of(form)(value) else None
    return names is not None and all(before < after for before, after in zip(names, names[1:]))


RULES = shape(
    name=text("[a-z0-9-]{1,40}"),
    marginPpm=share,
    chancesPpm=list_of(lambda one: share(one) and one > 0),
    durations=list_of(pair_of(count)),
    stakes=lambda value: isinstance(value, dict) and all(map(pair_of(units), value.values())),
    **{name: count for name in FIXED if name != "name"},
)
LEVEL = text("0|-?[1-9][0-9]{0,14}")
DATE = text("[0-9]{4}-[0-9]{2}-[0-9]{2}")
LIST = {"count": above_zero(count), "first": count, "last": count, "root": HASH}
BATCHES = {**LIST, "model": count}
ENTRIES = {
    "tick": {"prices": table(above_zero(units))},
    "tickets": BATCHES,
    "receipts": BATCHES,
    "day": {"day": DATE, "commit": HASH},
    "refusals": LIST,
    "trades": LIST,
    "hostings": LIST,
    "withdrawals": LIST,
    "record": {"day": DATE, "orders": count, "withdrawals": count, "root": HASH, "rules": count},
    "yield": {
        "day": DATE, "first": above_zero(count), "last": count, "trades": HASH, "profit": is_signed, "carried": is_signed,
        "pool": units, "payouts": HASH, "real": is_shared, "simulated": is_shared,
        "hostings": is_span, "before": count, "held": table(table(is_signed)),
        "moving": list_of(shape(amount=units, **{name: above_zero(count) for name in ("number", "from", "to", "currency")})),
        "taken": list_of(shape(at=time, next=count, usdt=table(units))),
    },
    "product": {
        "mid": above_zero(count), "version": above_zero(count), "days": above_zero(count), "least": units, "most": units,
        "upperPpm": above_zero(count), "exitFeePpm": count,
    },
    "release": {"verifier": HASH, "script": HASH},
    "actions": {"count": above_zero(count), "head": HASH},
    "audited": {"size": above_zero(count), "until": time, "whole": time, "balances": HASH, "liabilities": are_liabilities},
    "withdrawn": {"first": above_zero(count), "ends": are_ends},
    "reveal": {"day": DATE, "seed": HASH, "levels": table(lambda one: list_of(LEVEL)(one) and len(one) == 2)},
    "rules": {"from": time, "before": count, "rules": RULES},
    "model": {"rules": count, "deviations": table(is_cell)},
    "keys": {"origin": text("[!-*,-~]{1,200}"), "log": HASH, "receipts": HASH, "signature": SIGNATURE},
}


def read_entry(body):
    try:
        entry = json.loads(body)
    except ValueError:
        return None
    fields = ENTRIES.get(entry.get("kind")) if isinstance(entry, dict) and isinstance(entry.get("kind"), str) else None
    if not fields or not shape(seq=above_zero(count), at=time, kind=text(".*"), **fields)(entry):
        return None
    if canonical(entry) != body or (entry["kind"] == "tick" and entry["at"] % 1000):
        return None
    none = 1 if entry["kind"] == "yield" else 0
    return None if "last" in fields and entry["first"] > entry["last"] + none else entry


def read_segments(receipt, head):
    """The entries of each stretch, if all are at their places in a head's tree; otherwise none at all."""
    runs = [read_run(one) for one in receipt["segments"]]
    for before, after in zip(runs, runs[1:]):
        if not before or not after or after[0]["seq"] <= before[-1]["seq"] + 1 or after[0]["at"] < before[-1]["at"]:
            return []
    if not head or not runs or not all(runs):
        return []
    leaves = [(one["from"], [leaf_hash(body.encode()) for body in one["bodies"]]) for one in receipt["segments"]]
    root = runs_root(leaves, map(bytes.fromhex, receipt["proof"]), head["size"])
    return runs if root == head["root"] else []


def read_run(segment):
    """The entries of a stretch; none when a text is no entry or at the wrong place."""
    entries, last_at, last_tick = [], 0, -1
    for place, body in enumerate(segment["bodies"], segment["from"] + 1):
        entry = read_entry(body)
        if not entry or entry["seq"] != place or entry["at"] < last_at:
            return []
        if entry["kind"] == "tick":
            if entry["at"] <= last_tick:
                return []
            last_tick = entry["at"]
        last_at = entry["at"]
        entries.append(entry)
    return entries


def entry_with_batch(runs, kind, proof, place):
    """The first entry of a kind whose root covers a batch's root, and its run; None and no run without one."""
    for run in runs:
        for entry in run:
            is_it = entry["kind"] == kind and entry["count"] == place["count"]
            if is_it and entry["first"] <= proof["batch"] <= entry["last"]:
                if is_in_tree(bytes.fromhex(proof["root"]), place, bytes.fromhex(entry["root"])):
                    return entry, run
    return None, []


def read_checkpoint(note):
    """Text, signature lines, origin, size and root of a checkpoint's signed note; None for anything else."""
    body, blank, signatures = note.rpartition("\n\n")
    match = re.fullmatch(r"([!-*,-~]+)\n(0|[1-9][0-9]{0,15})\n(.*)", body)
    if not blank or not match or not note.endswith("\n"):
        return None
    root = from_base64(match[3])
    if root is None or len(root) != 32 or int(match[2]) > SAFE:
        return None
    lines = signatures[:-1].split("\n")
    return {"text": body + "\n", "lines": lines, "origin": match[1], "size": int(match[2]), "root": root}


def from_base64(encoded):
    try:
        data = base64.b64decode(encoded, validate=True)
    except ValueError:
        return None
    return data if base64.b64encode(data).decode() == encoded else None


def is_signed_head(note, keys):
    """Whether the log's key has a good signature line and no bad one; lines of other keys are ignored."""
    head = read_checkpoint(note)
    if not head or head["origin"] != keys["origin"]:
        return False
    key = bytes.fromhex(keys["log"])
    key_id = sha256(f"{keys['origin']}\n".encode() + b"\1" + key)[:4]
    for line in head["lines"]:
        match = re.fullmatch("\u2014 (\\S+) (\\S+)", line)
        data = match and from_base64(match[2])
        if not data or len(data) < 5:
            return False
        if match[1] == keys["origin"] and data[:4] == key_id:
            # The first line of that key decides; repeated lines are ignored.
            return is_signed_by(key, data[4:], head["text"].encode()) and all(map(is_line, head["lines"]))
    return False


def is_line(line):
    match = re.fullmatch("\u2014 (\\S+) (\\S+)", line)
    data = match and from_base64(match[2])
    return bool(data) and len(data) >= 5


@lru_cache(maxsize=4096)
def is_signed_by(key, signature, message):
    return verify_ed25519(signature, message, key)
