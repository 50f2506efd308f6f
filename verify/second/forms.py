"""Forms of fields and objects: each function checks whether a value has its form."""

import json
import re
from hashlib import sha256 as sha256_of

MOST = 2**63 - 1
SAFE = 2**53 - 1
CURRENCIES = "USDT USDC ETH BTC TRX BNB SOL".split()


def sha256(data):
    return sha256_of(data).digest()


def canonical(value):
    """Keys sorted, no blanks, printable ASCII; json.dumps would escape anything else, which the forms exclude."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"))


def text(pattern):
    compiled = re.compile(pattern)
    return lambda value: isinstance(value, str) and compiled.fullmatch(value) is not None


def count(value):
    return type(value) is int and 0 <= value <= SAFE


def one_of(*values):
    return lambda value: any(type(value) is type(one) and value == one for one in values)


def list_of(item):
    return lambda value: isinstance(value, list) and len(value) <= 5000 and all(map(item, value))


def shape(**fields):
    def check(value):
        return (
            isinstance(value, dict)
            and set(value) == set(fields)
            and all(form(value[name]) for name, form in fields.items())
        )

    return check


def none_or(form):
    return lambda value: value is None or form(value)


digits = text(r"0|[1-9][0-9]{0,18}")


def units(value):
    return digits(value) and int(value) <= MOST


def time(value):
    return count(value) and value <= 8_640_000_000_000_000


def share(value):
    return count(value) and value < 1_000_000


HASH, SIGNATURE = text("[0-9a-f]{64}"), text("[0-9a-f]{128}")
HASH_OR_NONE = text("|[0-9a-f]{64}")
ORDER_ID = text("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")
