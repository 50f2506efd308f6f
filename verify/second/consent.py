"""The owner's signatures: the wallet's delegation to a key (EIP-4361), and that key's consent to an order or a close."""

import base64
import json
import re
from datetime import datetime, timezone
from functools import lru_cache

from curves import keccak256, p256_point, recover_secp256k1, verify_p256
from forms import CURRENCIES, HASH_OR_NONE, MOST, ORDER_ID, canonical, count, sha256, shape, text, units


def address_of(message, signature, wallet):
    """The address whose wallet signed a text (EIP-191 or TIP-191), or None."""
    match = re.fullmatch("0x([0-9a-f]{64})([0-9a-f]{64})(1b|1c|00|01)", signature)
    if not match:
        return None
    name = {"evm": "Ethereum", "tron": "TRON"}[wallet]
    digest = keccak256(f"\x19{name} Signed Message:\n{len(message)}{message}".encode())
    point = recover_secp256k1(digest, int(match[1], 16), int(match[2], 16), match[3] in ("1c", "01"))
    if point is None:
        return None
    account = keccak256(b"".join(one.to_bytes(32, "big") for one in point))[-20:]
    if wallet == "evm":
        mask = keccak256(account.hex().encode()).hex()
        return "0x" + "".join(c.upper() if int(m, 16) > 7 else c for c, m in zip(account.hex(), mask))
    body = b"\x41" + account
    value = int.from_bytes(body + sha256(sha256(body))[:4], "big")
    letters = ""
    while value:
        value, digit = divmod(value, 58)
        letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[digit] + letters
    return letters


MAY = re.compile(r"urn:tickmark:may:order,close,host;until=([1-9][0-9]{0,11});most=([A-Z]{2,8}:[1-9][0-9]{0,18}(?:,[A-Z]{2,8}:[1-9][0-9]{0,18})*)")
SIGN_IN = re.compile(
    r"(\S+) wants you to sign in with your (Ethereum|Tron) account:\n"
    r"(0x[0-9a-fA-F]{40}|T[1-9A-HJ-NP-Za-km-z]{33})\n\n([ -~]+)\n\n"
    r"URI: (https?://[a-z0-9.:\[\]-]+)\nVersion: 1\nChain ID: [1-9][0-9]{0,14}\nNonce: [0-9a-f]{32}\n"
    r"Issued At: (\S{24})\nExpiration Time: (\S{24})\nResources:\n- urn:tickmark:key:p256:([\w-]{44})\n- ([!-~]+)"
)


def is_moment(value):
    try:
        moment = datetime.strptime(value, "%Y-%m-%dT%H:%M:%S.%fZ")
    except ValueError:
        return False
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z" == value


def decimal(amount):
    whole, rest = divmod(amount, 10**8)
    return f"{whole}.{rest:08}".rstrip("0").rstrip(".")


@lru_cache(maxsize=4096)
def read_delegation(message):
    """The delegation in a sign-in text; None unless the text follows exactly from its own facts."""
    match = SIGN_IN.fullmatch(message)
    may = match and MAY.fullmatch(match[9])
    if not may or match[1] != re.sub("^https?://", "", match[5]):
        return None
    if not is_moment(match[6]) or not is_moment(match[7]):
        return None
    key = base64.urlsafe_b64decode(match[8])
    until = int(may[1])
    most = [(name, int(amount)) for name, amount in (one.split(":") for one in may[2].split(","))]
    names = [name for name, _ in most]
    if p256_point(key) is None or until % 60 or len(set(names)) < len(names):
        return None
    if any(name not in CURRENCIES or amount > MOST for name, amount in most) or until > 253402300799:
        return None
    session = sha256(key).hex()
    amounts = [f"{decimal(amount)} {name}" for name, amount in most]
    listed = " or ".join([", ".join(amounts[:-1]), amounts[-1]] if len(amounts) > 1 else amounts)
    end = datetime.fromtimestamp(until, timezone.utc).strftime("%Y-%m-%d %H:%M")
    statement = (
        f"This signature proves that the wallet is yours, and lets this browser's key {session[:4]}-{session[4:8]} place "
        f"and close orders of up to {listed} each and host any amount until {end} UTC. It cannot withdraw. It costs no fee and makes no transfer."
    )
    fees = f"host any amount, and end that early for fees of up to {decimal(dict(most).get('USDT', 0))} USDT in all, until"
    if match[4] not in (statement, statement.replace("host any amount until", fees)):
        return None
    return {"address": match[3], "origin": match[5], "session": session, "key": key, "until": 1000 * until, "most": dict(most)}


@lru_cache(maxsize=4096)
def signer_of(message, signature, wallet):
    return address_of(message, signature, wallet)


def bundle_hash(bundle):
    given = bundle["delegation"]
    delegation = {
        "v": 1, "kind": "delegation", "text": given["text"].split("\n"), "signature": given["signature"],
        "address": given["address"], "wallet": given["kind"],
    }  # fmt: skip
    named = sha256(canonical(delegation).encode()).hex()
    body = {"v": 1, "kind": "consent", "text": bundle["text"].split("\n"), "signature": bundle["signature"], "delegation": named}
    return sha256(canonical(body).encode()).hex()


TERMS = "book currency pid pair duration direction barrierPpm ratePct chancePpm marginPpm stake".split()
FRAME = {
    "origin": text("[ -~]*"), "session": text("[ -~]*"), "nonce": count, "at": count, "expires": count,
    "head": lambda head: shape(size=count, root=HASH_OR_NONE)(head) and (head["size"] == 0) == (head["root"] == ""),
}  # fmt: skip
ORDER_TEXT = shape(**FRAME, **{name: lambda value: count(value) or text("[ -~]*")(value) for name in TERMS if name != "stake"}, stake=units)
CLOSE_TEXT = shape(**FRAME, order=ORDER_ID, bid=units)


def read_signed(message, prefix, form):
    if not message.startswith(prefix):
        return None
    try:
        given = json.loads(message[len(prefix) :])
    except ValueError:
        return None
    return given if form(given) and prefix + canonical(given) == message else None


def is_consent(bundle, delegation, at, prefix, form, agrees):
    """Whether the delegated key signed the action, in time."""
    given = read_signed(bundle["text"], prefix, form)
    if not given or not 0 < given["expires"] - given["at"] <= 5000 or not agrees(given):
        return False
    if given["session"] != delegation["session"] or given["origin"] != delegation["origin"]:
        return False
    if not -30_000 <= given["at"] - at <= 2_000 or at > given["expires"] or at >= delegation["until"]:
        return False
    return verify_p256(bytes.fromhex(bundle["signature"]), bundle["text"].encode(), delegation["key"])


def order_of(bundle):
    """The id of the order that a signed text places: its time, and bits of the text's hash, as a UUID of version 8."""
    given = read_signed(bundle["text"], "tickmark-order/1\n", ORDER_TEXT)
    if not given:
        return None
    time = f"{given['at']:012x}"[-12:]
    digits = sha256(f"tickmark-order-id/1\n{bundle['text']}".encode()).hex()
    variant = 8 + int(digits[3], 16) % 4
    return f"{time[:8]}-{time[8:]}-8{digits[:3]}-{variant:x}{digits[4:7]}-{digits[7:19]}"


def shown(bundle, named, judge):
    """'none', 'withheld', 'false', 'unproven', or the owner's address after '+'."""
    if bundle is None:
        return "withheld" if named else "none"
    if bundle_hash(bundle) != named:
        return "false"
    given = bundle["delegation"]
    delegation = read_delegation(given["text"])
    if not delegation or delegation["address"] != given["address"]:
        return "false"
    if given["kind"] == "contract":
        return "unproven"
    if signer_of(given["text"], given["signature"], given["kind"]) != given["address"]:
        return "false"
    return "+" + given["address"] if judge(delegation) else "false"


def check_consent(ticket, settlement, consents):
    """True, False, or None when something is not shown."""
    terms = {name: ticket[name] for name in TERMS}

    def of_order(delegation):
        allowed = delegation["most"].get(ticket["currency"], 0)
        agrees = lambda given: all(given[name] == terms[name] and type(given[name]) is type(terms[name]) for name in TERMS)
        is_given = is_consent(consents["order"], delegation, ticket["acceptedAt"], "tickmark-order/1\n", ORDER_TEXT, agrees)
        return is_given and int(ticket["stake"]) <= allowed

    def of_close(delegation):
        agrees = lambda given: given["order"] == ticket["order"] and int(given["bid"]) <= int(settlement["bid"])
        return is_consent(consents["close"], delegation, settlement["settledAt"], "tickmark-close/1\n", CLOSE_TEXT, agrees)

    if consents["order"] is not None and order_of(consents["order"]) != ticket["order"]:
        return False
    parts = [shown(consents["order"], ticket["consent"], of_order)]
    if settlement["outcome"] == "closed":
        parts.append(shown(consents["close"], settlement["consent"], of_close))
    elif consents["close"] is not None or settlement["consent"]:
        return False
    owners = {one for one in parts if one.startswith("+")}
    if "false" in parts or len(owners) > 1:
        return False
    return True if all(one.startswith("+") for one in parts) else None
