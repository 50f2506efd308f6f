import { hashMessage } from 'viem'
import { parseSiweMessage } from 'viem/siwe'
import { afterAll, describe, expect, test } from 'vitest'
import { caller, type Caller, type Reply, setServer, wallet } from '../app/app.testing.ts'
import { movableClock } from '../platform/clock.testing.ts'
import { silentLog } from '../platform/log.ts'
import type { CallContext } from '../http/calls/context.ts'
import { CHALLENGE_LIFE_MS, issueChallenge, redeemChallenge } from './challenge.ts'
import { TRON_CHAIN_ID } from '@tickmark/core/consent/signInText'
import { messageHash, recoverAddress } from '@tickmark/chainkit/signatures'
import { highTwin, signHash, stubNode, tronWallet } from './signIn.testing.ts'

const owner = wallet(70)
/** A contract wallet controlled by `owner`. */
const contract = '0x1111111111111111111111111111111111111111'
const node = await stubNode(contract, (hash, signature) => {
  return recoverAddress(Buffer.from(hash.slice(2), 'hex'), signature, 'evm') === owner.address
})
afterAll(() => void node.server.close())

const clock = movableClock()
const server = setServer({ clock, env: { ETH_RPC_URL: node.url } })
const url = () => server.url

async function ask(who: Caller, address: string, walletType = 1): Promise<string> {
  const reply = await who.post('/api/session/challenge', { json: { address, walletType } })
  expect(reply.status, reply.text).toBe(200)
  return (reply.body.data as { message: string }).message
}

function answer(who: Caller, given: Record<string, unknown>): Promise<Reply> {
  return who.post('/api/session', { json: { walletType: 1, ...given } })
}

describe('a good sign-in', () => {
  test('[ACC-01] an Ethereum wallet signs one EIP-4361 text and is in', async () => {
    const who = caller(url)
    const account = wallet(1)
    const message = await ask(who, account.address.toLowerCase())
    const parsed = parseSiweMessage(message)
    expect(parsed).toMatchObject({ address: account.address, chainId: 1, version: '1', uri: server.url })
    expect(parsed.domain).toBe(new URL(server.url).host)
    expect(parsed.nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(parsed.statement).toMatch(/no fee.*no transfer/)
    expect(Number(parsed.expirationTime) - Number(parsed.issuedAt)).toBe(300_000)
    const reply = await answer(who, {
      address: account.address,
      message,
      signature: await account.signMessage({ message }),
    })
    expect(reply.status, reply.text).toBe(200)
    expect(reply.body.data).toMatchObject({
      address: account.address,
      walletType: 1,
      registered: false,
      practice: false,
    })
    expect(reply.headers.getSetCookie()[0]).toMatch(
      /^sid=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
    )
    expect((await who.get('/api/session')).body.data).toMatchObject({
      session: { address: account.address, books: [0, 1] },
    })
  })

  test('[ACC-01] a Tron wallet signs the same form as TIP-191', async () => {
    const who = caller(url)
    const tron = tronWallet(2)
    const message = await ask(who, tron.address, 2)
    expect(message).toContain('sign in with your Tron account:')
    expect(message).toContain(`Chain ID: ${TRON_CHAIN_ID}`)
    const reply = await answer(who, {
      walletType: 2,
      address: tron.address,
      message,
      signature: tron.signMessage(message),
    })
    expect(reply.body.data, reply.text).toMatchObject({ address: tron.address, walletType: 2 })
  })

  test('a contract wallet signs in by ERC-1271, where a node of the right chain is there to ask', async () => {
    const who = caller(url)
    const message = await ask(who, contract)
    const good = await answer(who, {
      address: contract,
      message,
      signature: await owner.signMessage({ message }),
    })
    expect(good.body.data, good.text).toMatchObject({ address: contract })
    const again = await ask(who, contract)
    const bad = await answer(who, {
      address: contract,
      message: again,
      signature: await wallet(71).signMessage({ message: again }),
    })
    expect(bad.body.code).toBe('signature_wrong')
  })

  test('while no node answers, a contract wallet is told to wait, and the same signature serves later', async () => {
    const who = caller(url)
    const message = await ask(who, contract)
    const given = { address: contract, message, signature: await owner.signMessage({ message }) }
    node.isAway = true
    const early = await answer(who, given).finally(() => (node.isAway = false))
    expect([early.status, early.body.code]).toEqual([503, 'busy'])
    expect((await answer(who, given)).body.data).toMatchObject({ address: contract })
    expect((await answer(who, given)).body.code).toBe('challenge_unknown')
  })

  test('v may be 0 or 1 as well as 27 or 28', async () => {
    const who = caller(url)
    const account = wallet(3)
    const message = await ask(who, account.address)
    const signature = await account.signMessage({ message })
    const small = `${signature.slice(0, -2)}${signature.endsWith('1b') ? '00' : '01'}`
    expect((await answer(who, { address: account.address, message, signature: small })).status).toBe(200)
  })

  test('a page opened under this machine’s other usual name is named in the text', async () => {
    const other = `http://127.0.0.1:${new URL(server.url).port}`
    const message = await ask(caller(url, { origin: other }), wallet(4).address)
    expect(message.startsWith(`${new URL(other).host} wants you`)).toBe(true)
  })
})

interface Attempt {
  message: string
  signature: string
  address: string
  walletType: number
  practice?: unknown
  transport?: unknown
}

/** Ways to spoil the sign-in of a valid wallet, before or after signing. */
const account = wallet(10)
const other = wallet(11)
const resign = async (attempt: Attempt, message: string): Promise<Attempt> => {
  return { ...attempt, message, signature: await account.signMessage({ message }) }
}
const line = (attempt: Attempt, pattern: RegExp, by: string) =>
  resign(attempt, attempt.message.replace(pattern, by))
const hexOf = (signature: string) => signature.slice(2)

type Spoil = (attempt: Attempt) => Attempt | Promise<Attempt>
const spoiled: Record<string, Spoil> = {
  'another domain': (a) => line(a, /^\S+ wants/, 'evil.example wants'),
  'a domain that contains ours': (a) => line(a, /^(\S+) wants/, '$1.evil.example wants'),
  'a look-alike domain in unicode': (a) => line(a, /^l?\S+ wants/, 'lосalhost wants'),
  'a scheme before the domain': (a) => line(a, /^/, 'https://'),
  'a domain with user information': (a) => line(a, /^/, 'evil@'),
  'an empty domain': (a) => line(a, /^\S+ wants/, ' wants'),
  'another URI': (a) => line(a, /^URI: .*$/m, 'URI: https://evil.example'),
  'a URI with a path': (a) => line(a, /^(URI: .*)$/m, '$1/x'),
  'no URI': (a) => line(a, /^URI: .*\n/m, ''),
  'another version': (a) => line(a, /^Version: 1$/m, 'Version: 2'),
  'another chain': (a) => line(a, /^Chain ID: 1$/m, 'Chain ID: 137'),
  'chain 0': (a) => line(a, /^Chain ID: 1$/m, 'Chain ID: 0'),
  'the chain in hexadecimal': (a) => line(a, /^Chain ID: 1$/m, 'Chain ID: 0x1'),
  'the chain of Tron': (a) => line(a, /^Chain ID: 1$/m, `Chain ID: ${TRON_CHAIN_ID}`),
  'no chain': (a) => line(a, /^Chain ID: .*\n/m, ''),
  'another nonce': (a) => line(a, /^Nonce: .*$/m, `Nonce: ${'a'.repeat(32)}`),
  'a short nonce': (a) => line(a, /^(Nonce: .{8}).*$/m, '$1'),
  'a long nonce': (a) => line(a, /^(Nonce: .*)$/m, '$1a'),
  'a nonce in capitals': (a) =>
    resign(
      a,
      a.message.replace(/^Nonce: .*$/m, (one) => one.toUpperCase()),
    ),
  'no nonce': (a) => line(a, /^Nonce: .*\n/m, ''),
  'two nonces, ours first': (a) => line(a, /^(Nonce: .*)$/m, `$1\nNonce: ${'b'.repeat(32)}`),
  'two nonces, ours last': (a) => line(a, /^(Nonce: .*)$/m, `Nonce: ${'b'.repeat(32)}\n$1`),
  'an injected pattern as nonce': (a) => line(a, /^Nonce: .*$/m, "Nonce: ' or 1=1 --"),
  'an earlier issue': (a) => line(a, /^Issued At: .*$/m, 'Issued At: 2020-01-01T00:00:00.000Z'),
  'a later expiry': (a) => line(a, /^Expiration Time: .*$/m, 'Expiration Time: 2099-01-01T00:00:00.000Z'),
  'no expiry': (a) => line(a, /\nExpiration Time: .*$/, ''),
  'an added not-before': (a) => resign(a, `${a.message}\nNot Before: 2020-01-01T00:00:00.000Z`),
  'added resources': (a) => resign(a, `${a.message}\nResources:\n- https://evil.example`),
  'an added request id': (a) => resign(a, `${a.message}\nRequest ID: 1`),
  'another statement': (a) => line(a, /It costs no fee/, 'It costs some fee'),
  'no statement': (a) => line(a, /\nThis signature.*\n/, ''),
  'the address in lower case inside the text': (a) => line(a, /0x\w{40}/, account.address.toLowerCase()),
  'another address inside the text': (a) => line(a, /0x\w{40}/, other.address),
  'Windows line ends': (a) => resign(a, a.message.replaceAll('\n', '\r\n')),
  'a line feed at the end': (a) => resign(a, `${a.message}\n`),
  'a blank at the end': (a) => resign(a, `${a.message} `),
  'a blank before': (a) => resign(a, ` ${a.message}`),
  'a zero byte at the end': (a) => resign(a, `${a.message}\0`),
  'a byte order mark': (a) => resign(a, `\ufeff${a.message}`),
  'a zero-width blank inside': (a) => line(a, /wants/, 'wa\u200bnts'),
  'another blank inside': (a) => line(a, / wants/, '\u00a0wants'),
  capitals: (a) => resign(a, a.message.toUpperCase()),
  'the text doubled': (a) => resign(a, `${a.message}\n${a.message}`),
  'an empty text': (a) => resign(a, ''),
  'the nonce alone': (a) => resign(a, /^Nonce: .*$/m.exec(a.message)?.[0] ?? ''),
  'a text of another kind': (a) => resign(a, 'I agree to the terms'),
  'the address of another wallet beside a good text': (a) => ({ ...a, address: other.address }),
  'the zero address': (a) => ({ ...a, address: `0x${'0'.repeat(40)}` }),
  'an address with a wrong checksum': (a) => ({ ...a, address: swapCase(a.address) }),
  'an address of 39 digits': (a) => ({ ...a, address: a.address.slice(0, -1) }),
  'an address without 0x': (a) => ({ ...a, address: a.address.slice(2) }),
  'a name instead of an address': (a) => ({ ...a, address: 'vitalik.eth' }),
  'an empty address': (a) => ({ ...a, address: '' }),
  'a Tron address for an Ethereum wallet': (a) => ({ ...a, address: tronWallet(10).address }),
  'Tron as the type of wallet': (a) => ({ ...a, walletType: 2, address: tronWallet(10).address }),
  'type of wallet 3': (a) => ({ ...a, walletType: 3 }),
  'type of wallet 0': (a) => ({ ...a, walletType: 0 }),
  'another wallet’s signature': async (a) => ({
    ...a,
    signature: await other.signMessage({ message: a.message }),
  }),
  'a signature of another text': async (a) => ({
    ...a,
    signature: await account.signMessage({ message: 'hello' }),
  }),
  'a signature with Tron’s prefix': (a) => ({
    ...a,
    signature: signHash(messageHash(a.message, 'tron'), keyOf(10)),
  }),
  'a signature of the bare hash': (a) => ({
    ...a,
    signature: signHash(Buffer.from(hexOf(hashMessage('x')), 'hex'), keyOf(10)),
  }),
  'a signature of the text as hexadecimal': async (a) => {
    return {
      ...a,
      signature: await account.signMessage({ message: `0x${Buffer.from(a.message).toString('hex')}` }),
    }
  },
  'the high twin of the signature': (a) => ({ ...a, signature: highTwin(a.signature) }),
  'v flipped': (a) => ({
    ...a,
    signature: `${a.signature.slice(0, -2)}${a.signature.endsWith('1b') ? '1c' : '1b'}`,
  }),
  'v of 2': (a) => ({ ...a, signature: `${a.signature.slice(0, -2)}02` }),
  'v of 26': (a) => ({ ...a, signature: `${a.signature.slice(0, -2)}1a` }),
  'v of 29': (a) => ({ ...a, signature: `${a.signature.slice(0, -2)}1d` }),
  'v of 37, as EIP-155 has it': (a) => ({ ...a, signature: `${a.signature.slice(0, -2)}25` }),
  'v of 255': (a) => ({ ...a, signature: `${a.signature.slice(0, -2)}ff` }),
  'no v': (a) => ({ ...a, signature: a.signature.slice(0, -2) }),
  'the compact form of EIP-2098': (a) => ({ ...a, signature: compactOf(a.signature) }),
  'a byte too many': (a) => ({ ...a, signature: `${a.signature}00` }),
  'half a byte too many': (a) => ({ ...a, signature: `${a.signature}0` }),
  'no 0x': (a) => ({ ...a, signature: hexOf(a.signature) }),
  'two 0x': (a) => ({ ...a, signature: `0x${a.signature}` }),
  'a letter that is no digit': (a) => ({ ...a, signature: a.signature.replace(/.{4}$/, 'zz1b') }),
  'no signature': (a) => ({ ...a, signature: '' }),
  '0x alone': (a) => ({ ...a, signature: '0x' }),
  zeros: (a) => ({ ...a, signature: `0x${'0'.repeat(130)}` }),
  ones: (a) => ({ ...a, signature: `0x${'f'.repeat(130)}` }),
  'r of zero': (a) => ({ ...a, signature: `0x${'0'.repeat(64)}${a.signature.slice(66)}` }),
  's of zero': (a) => ({ ...a, signature: `${a.signature.slice(0, 66)}${'0'.repeat(64)}1b` }),
  'r and s swapped': (a) => ({
    ...a,
    signature: `0x${a.signature.slice(66, 130)}${a.signature.slice(2, 66)}1b`,
  }),
  'r beyond the order': (a) => ({ ...a, signature: `0x${'f'.repeat(64)}${a.signature.slice(66)}` }),
  'one bit of r': (a) => ({ ...a, signature: flip(a.signature, 5) }),
  'one bit of s': (a) => ({ ...a, signature: flip(a.signature, 100) }),
  'a signature in base64': (a) => ({
    ...a,
    signature: Buffer.from(hexOf(a.signature), 'hex').toString('base64'),
  }),
  'an ERC-6492 wrapper': (a) => ({ ...a, signature: `${a.signature}${'6492'.repeat(16)}` }),
  'a signature as a list': (a) => ({ ...a, signature: [a.signature] as unknown as string }),
  'a signature of 5,000 characters': (a) => ({ ...a, signature: `0x${'1'.repeat(4_998)}` }),
  'a text of 3,000 characters': (a) => resign(a, a.message.padEnd(3_000)),
  'a text as an object': (a) => ({ ...a, message: { toString: 'x' } as unknown as string }),
  'practice as a text': (a) => ({ ...a, practice: 'true' }),
  'an unknown transport': (a) => ({ ...a, transport: 'header' }),
  'a field that is not asked for': (a) => ({ ...a, userId: 1 }) as Attempt,
  'a prototype': (a) =>
    JSON.parse(JSON.stringify(a).replace('{', '{"__proto__":{"address":"0x0"},')) as Attempt,
}

function swapCase(address: string): string {
  const swapped = Array.from(address.slice(2), (one) =>
    one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase(),
  )
  return `0x${swapped.join('')}`
}

function keyOf(number: number): Uint8Array {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

function compactOf(signature: string): string {
  const s = BigInt(`0x${signature.slice(66, 130)}`) | (signature.endsWith('1c') ? 1n << 255n : 0n)
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}`
}

function flip(signature: string, at: number): string {
  const digit = (Number.parseInt(signature[at] ?? '0', 16) ^ 1).toString(16)
  return `${signature.slice(0, at)}${digit}${signature.slice(at + 1)}`
}

describe('a bad sign-in', () => {
  test('there are eighty ways and more', () => {
    expect(Object.keys(spoiled).length).toBeGreaterThanOrEqual(80)
  })

  test.each(Object.entries(spoiled))('%s is refused', async (_name, spoil) => {
    const who = caller(url)
    const message = await ask(who, account.address)
    const good: Attempt = {
      message,
      address: account.address,
      walletType: 1,
      signature: await account.signMessage({ message }),
    }
    const reply = await who.post('/api/session', { json: await spoil(good) })
    expect([400, 401], reply.text).toContain(reply.status)
    expect(who.cookies.has('sid')).toBe(false)
    expect(reply.text).not.toMatch(/token|stack|select /i)
  })

  test('a Tron wallet that signs with Ethereum’s prefix is refused', async () => {
    const who = caller(url)
    const tron = tronWallet(12)
    const message = await ask(who, tron.address, 2)
    const signature = tron.signMessage(message, 1)
    expect((await answer(who, { walletType: 2, address: tron.address, message, signature })).body.code).toBe(
      'signature_wrong',
    )
  })

  test('the bytes of a Tron key do not open the Ethereum address of the same key', async () => {
    const who = caller(url)
    const message = await ask(who, account.address)
    const signature = tronWallet(10).signMessage(message)
    expect((await answer(who, { address: account.address, message, signature })).body.code).toBe(
      'signature_wrong',
    )
  })

  test('a contract that reverts, or a node of another chain, fails the check', async () => {
    const who = caller(url)
    const stranger = '0x2222222222222222222222222222222222222222'
    const message = await ask(who, stranger)
    const signature = await owner.signMessage({ message })
    expect((await answer(who, { address: stranger, message, signature })).body.code).toBe('signature_wrong')
  })

  test('a challenge works only in the browser that requested it', async () => {
    const [mine, theirs] = [caller(url), caller(url)]
    const message = await ask(mine, account.address)
    await ask(theirs, account.address)
    const signature = await account.signMessage({ message })
    expect((await answer(theirs, { address: account.address, message, signature })).body.code).toBe(
      'challenge_unknown',
    )
    // It is now used up for every browser.
    expect((await answer(mine, { address: account.address, message, signature })).body.code).toBe(
      'challenge_unknown',
    )
  })

  test('a challenge is used up by a wrong signature', async () => {
    const who = caller(url)
    const message = await ask(who, account.address)
    await answer(who, { address: account.address, message, signature: '0x' })
    const signature = await account.signMessage({ message })
    expect((await answer(who, { address: account.address, message, signature })).body.code).toBe(
      'challenge_unknown',
    )
  })

  test('a challenge of five minutes ago has expired', async () => {
    const who = caller(url)
    const message = await ask(who, account.address)
    clock.advance(300_000)
    const signature = await account.signMessage({ message })
    expect((await answer(who, { address: account.address, message, signature })).body.code).toBe(
      'challenge_expired',
    )
  })

  test('a challenge is valid to its last millisecond', async () => {
    const { db } = server.app.runtime.database
    const deps = { db, pepper: new Uint8Array(32), chainId: 1, askContract: null, log: silentLog() }
    const given = { address: account.address, walletType: 1 } as const
    const redeemAfter = async (ms: number) => {
      let browser = ''
      const context = contextAt(1_800_000_000_000, {
        cookie: () => browser,
        setCookie: (_, value) => (browser = value),
      })
      const { message } = await issueChallenge(deps, given, context)
      const signature = await account.signMessage({ message })
      const later = { ...context, nowMs: context.nowMs + ms }
      return redeemChallenge(deps, { ...given, message, signature }, later)
    }
    expect(await redeemAfter(CHALLENGE_LIFE_MS - 1)).toMatchObject({
      address: account.address,
      delegation: null,
    })
    await expect(redeemAfter(CHALLENGE_LIFE_MS)).rejects.toMatchObject({ code: 'challenge_expired' })
  })

  test('a wallet’s first sign-in without a key is kept with its signature, and no later one', async () => {
    const own = wallet(4_711)
    const texts: string[] = []
    for (let time = 0; time < 2; time++) {
      const who = caller(url)
      const message = await ask(who, own.address)
      const signature = await own.signMessage({ message })
      expect((await answer(who, { address: own.address, message, signature })).status).toBe(200)
      texts.push(message)
    }
    const { db } = server.app.runtime.database
    const kept = await db
      .selectFrom('keyless_sign_in')
      .selectAll()
      .where('address', '=', own.address)
      .execute()
    const signature = await own.signMessage({ message: texts[0] ?? '' })
    expect(kept).toEqual([{ address: own.address, text: texts[0], signature, kind: 'evm' }])
  })

  test('of a hundred parallel sign-ins with one challenge, exactly one succeeds', async () => {
    const who = caller(url)
    const message = await ask(who, account.address)
    const signature = await account.signMessage({ message })
    const jar = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const all = await Promise.all(
      Array.from({ length: 100 }, () => {
        return answer(caller(url, { cookie: jar }), { address: account.address, message, signature })
      }),
    )
    expect(all.filter((reply) => reply.status === 200)).toHaveLength(1)
    expect(new Set(all.filter((reply) => reply.status !== 200).map((reply) => reply.body.code))).toEqual(
      new Set(['challenge_unknown']),
    )
  })
})

/** A visitor's call at a time other than the server clock's. */
function contextAt(nowMs: number, more: Pick<CallContext, 'cookie' | 'setCookie'>): CallContext {
  return {
    user: null,
    session: null,
    operator: null,
    operatorSession: null,
    setOperatorToken: () => {},
    picture: null,
    book: 'real',
    language: 'english',
    ip: '127.0.0.1',
    origin: server.url,
    userAgent: '',
    idempotencyKey: null,
    nowMs,
    wallMs: nowMs,
    ...more,
  }
}
