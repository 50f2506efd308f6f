"""Signature checks without any library: Ed25519 (RFC 8032), ECDSA on P-256 and key recovery on secp256k1 (SEC 1), Keccak-256."""

import hashlib

# --- Ed25519 -------------------------------------------------------------------------------------------------------

P25519 = 2**255 - 19
L25519 = 2**252 + 27742317777372353535851937790883648493
D25519 = -121665 * pow(121666, -1, P25519) % P25519
ROOT_OF_MINUS_ONE = pow(2, (P25519 - 1) // 4, P25519)


def ed_point(data):
    """The point (X, Y, Z, T) of 32 bytes, or None."""
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P25519:
        return None
    square = (y * y - 1) * pow(D25519 * y * y + 1, -1, P25519) % P25519
    x = pow(square, (P25519 + 3) // 8, P25519)
    if (x * x - square) % P25519:
        x = x * ROOT_OF_MINUS_ONE % P25519
    if (x * x - square) % P25519 or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P25519 - x
    return (x, y, 1, x * y % P25519)


def ed_add(one, other):
    a = (one[1] - one[0]) * (other[1] - other[0]) % P25519
    b = (one[1] + one[0]) * (other[1] + other[0]) % P25519
    c = 2 * one[3] * other[3] * D25519 % P25519
    d = 2 * one[2] * other[2] % P25519
    e, f, g, h = b - a, d - c, d + c, b + a
    return (e * f % P25519, g * h % P25519, f * g % P25519, e * h % P25519)


def ed_times(scalar, point):
    total = (0, 1, 1, 0)
    while scalar:
        if scalar & 1:
            total = ed_add(total, point)
        point = ed_add(point, point)
        scalar >>= 1
    return total


ED_BASE = ed_point((4 * pow(5, -1, P25519) % P25519).to_bytes(32, "little"))


def verify_ed25519(signature, message, public_key):
    """Whether 64 bytes are the Ed25519 signature of a message by a key of 32 bytes."""
    if len(signature) != 64 or len(public_key) != 32:
        return False
    key, commitment = ed_point(public_key), ed_point(signature[:32])
    s = int.from_bytes(signature[32:], "little")
    if key is None or commitment is None or s >= L25519:
        return False
    digest = hashlib.sha512(signature[:32] + public_key + message).digest()
    k = int.from_bytes(digest, "little") % L25519
    left, right = ed_times(s, ED_BASE), ed_add(commitment, ed_times(k, key))
    same_x = (left[0] * right[2] - right[0] * left[2]) % P25519 == 0
    return same_x and (left[1] * right[2] - right[1] * left[2]) % P25519 == 0


# --- short Weierstrass curves: y^2 = x^3 + ax + b --------------------------------------------------------------------


class Curve:
    def __init__(self, p, a, b, n, base):
        self.p, self.a, self.b, self.n, self.base = p, a, b, n, (*base, 1)

    def double(self, one):
        x, y, z = one
        if y == 0 or z == 0:
            return (0, 1, 0)
        p = self.p
        s = 4 * x * y * y % p
        m = (3 * x * x + self.a * pow(z, 4, p)) % p
        new_x = (m * m - 2 * s) % p
        return (new_x, (m * (s - new_x) - 8 * pow(y, 4, p)) % p, 2 * y * z % p)

    def add(self, one, other):
        if one[2] == 0 or other[2] == 0:
            return other if one[2] == 0 else one
        p = self.p
        z1, z2 = one[2] * one[2] % p, other[2] * other[2] % p
        u1, u2 = one[0] * z2 % p, other[0] * z1 % p
        s1, s2 = one[1] * other[2] * z2 % p, other[1] * one[2] * z1 % p
        if u1 == u2:
            return self.double(one) if s1 == s2 else (0, 1, 0)
        h, r = u2 - u1, s2 - s1
        h2 = h * h % p
        h3, v = h2 * h % p, u1 * h2 % p
        x = (r * r - h3 - 2 * v) % p
        return (x, (r * (v - x) - s1 * h3) % p, h * one[2] * other[2] % p)

    def times(self, scalar, point):
        total = (0, 1, 0)
        while scalar:
            if scalar & 1:
                total = self.add(total, point)
            point = self.double(point)
            scalar >>= 1
        return total

    def affine(self, point):
        """(x, y), or None for the point at infinity."""
        if point[2] == 0:
            return None
        inverse = pow(point[2], -1, self.p)
        square = inverse * inverse % self.p
        return (point[0] * square % self.p, point[1] * square * inverse % self.p)

    def lift(self, x, is_odd):
        """The point with this x, or None. Both primes are 3 modulo 4."""
        if x >= self.p:
            return None
        square = (pow(x, 3, self.p) + self.a * x + self.b) % self.p
        y = pow(square, (self.p + 1) // 4, self.p)
        if y * y % self.p != square:
            return None
        return (x, y if y & 1 == is_odd else self.p - y, 1)


P256 = Curve(
    0xFFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF,
    -3,
    0x5AC635D8AA3A93E7B3EBBD55769886BC651D06B0CC53B0F63BCE3C3E27D2604B,
    0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551,
    (
        0x6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296,
        0x4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5,
    ),
)

SECP256K1 = Curve(
    2**256 - 2**32 - 977,
    0,
    7,
    0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141,
    (
        0x79BE667EF9DCBBAC55A06295CE870B07029BFCDB2DCE28D959F2815B16F81798,
        0x483ADA7726A3C4655DA4FBFC0E1108A8FD17B448A68554199C47D08FFB10D4B8,
    ),
)


def p256_point(compressed):
    """The point of 33 bytes, or None."""
    if len(compressed) != 33 or compressed[0] not in (2, 3):
        return None
    return P256.lift(int.from_bytes(compressed[1:], "big"), compressed[0] & 1)


def verify_p256(signature, message, compressed):
    """Whether r and s, 32 bytes each and s in the lower half, are a signature of SHA-256 of the message by the key."""
    point, n = p256_point(compressed), P256.n
    if point is None or len(signature) != 64:
        return False
    r, s = int.from_bytes(signature[:32], "big"), int.from_bytes(signature[32:], "big")
    if not 0 < r < n or not 0 < s <= n // 2:
        return False
    digest = int.from_bytes(hashlib.sha256(message).digest(), "big")
    inverse = pow(s, -1, n)
    found = P256.affine(
        P256.add(P256.times(digest * inverse % n, P256.base), P256.times(r * inverse % n, point))
    )
    return found is not None and found[0] % n == r


def recover_secp256k1(digest, r, s, is_odd):
    """The key (x, y) that signed a digest, or None; s must lie in the lower half."""
    n = SECP256K1.n
    if not 0 < r < n or not 0 < s <= n // 2:
        return None
    point = SECP256K1.lift(r, is_odd)
    if point is None:
        return None
    inverse = pow(r, -1, n)
    minus = SECP256K1.times(-int.from_bytes(digest, "big") * inverse % n, SECP256K1.base)
    return SECP256K1.affine(SECP256K1.add(minus, SECP256K1.times(s * inverse % n, point)))


# --- Keccak-256, with the padding of 2012 ---------------------------------------------------------------------------

MASK = 2**64 - 1


def keccak_rounds():
    state, constants = 1, []
    for _ in range(24):
        constant = 0
        for j in range(7):
            if state & 1:
                constant |= 1 << ((1 << j) - 1)
            state = (state << 1) ^ (0x171 if state >> 7 else 0)
        constants.append(constant)
    return constants


ROUNDS = keccak_rounds()


def rotate(value, by):
    by %= 64
    return ((value << by) | (value >> (64 - by))) & MASK if by else value


def keccak_f(a):
    for constant in ROUNDS:
        c = [a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20] for x in range(5)]
        d = [c[(x + 4) % 5] ^ rotate(c[(x + 1) % 5], 1) for x in range(5)]
        a = [a[i] ^ d[i % 5] for i in range(25)]
        b = a[:]
        x, y, moved = 1, 0, a[1]
        for t in range(24):
            x, y = y, (2 * x + 3 * y) % 5
            moved, b[x + 5 * y] = a[x + 5 * y], rotate(moved, (t + 1) * (t + 2) // 2)
        a = [b[i] ^ (~b[(i + 1) % 5 + i // 5 * 5] & MASK & b[(i + 2) % 5 + i // 5 * 5]) for i in range(25)]
        a[0] ^= constant
    return a


def keccak256(data):
    rate = 136
    data += b"\x01" + bytes(-(len(data) + 1) % rate)
    data = data[:-1] + bytes([data[-1] | 0x80])
    a = [0] * 25
    for start in range(0, len(data), rate):
        for i in range(rate // 8):
            a[i] ^= int.from_bytes(data[start + 8 * i : start + 8 * i + 8], "little")
        a = keccak_f(a)
    return b"".join(a[i].to_bytes(8, "little") for i in range(4))
