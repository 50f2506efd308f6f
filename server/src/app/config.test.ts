import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verify, createPublicKey } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigProblem, defaultRates, loadConfig } from './config.ts'
import { siteOf } from '../http/calls/site.ts'
import { loadKeys, signerOf } from '../platform/keys.ts'
import { isCurvePoint, vapidOf, vapidScalar } from '../messages/vapid.ts'

const WITNESS = 'witness.example/w1+24b5d9fe+BP0XJDhaoMdbZPt4zWAvodmR/ev3axPFjtcC6sg16fYY'

const folder = mkdtempSync(join(tmpdir(), 'tickmark-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
    return []
  } catch (thrown) {
    if (thrown instanceof ConfigProblem) return thrown.lines
    throw thrown
  }
}

describe('the configuration', () => {
  test('reads the settings that docs/running.md lists, and no others', () => {
    const read = new Set<string>()
    const note = (name: string | symbol) => void (typeof name === 'string' && read.add(name))
    loadConfig(new Proxy<Record<string, string>>({}, { get: (_env, name) => note(name) }))
    const text = readFileSync(join(import.meta.dirname, '../../../docs/running.md'), 'utf8')
    const table = text.slice(text.indexOf('\n| name | default |')).split('\n\n')[0] ?? ''
    const listed = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? [])
    expect(listed.toSorted()).toEqual([...read].toSorted())
  })

  test('needs no settings: it is then a sandbox on port 8080 of this machine alone', () => {
    expect(loadConfig({})).toMatchObject({
      mode: 'sandbox',
      host: '127.0.0.1',
      port: 8_080,
      databaseUrl: null,
      publicUrl: null,
    })
  })

  test.each([
    ['MODE', 'prod', /MODE: "prod"/],
    ['PORT', '0x50', /PORT/],
    ['PORT', '70000', /PORT/],
    ['PUBLIC_URL', 'tickmark.example', /PUBLIC_URL/],
    ['PUBLIC_URL', 'https://tickmark.example/app', /PUBLIC_URL/],
    ['PUBLIC_URL', 'ftp://tickmark.example', /PUBLIC_URL/],
    ['ORIGINS', 'http://localhost:5173 nonsense', /ORIGINS: "nonsense"/],
    ['FORMER_URLS', 'https://former.example nonsense', /FORMER_URLS: "nonsense"/],
    ['DATABASE_URL', 'mysql://x', /DATABASE_URL/],
    ['ETH_RPC_URL', 'wss://x', /ETH_RPC_URL/],
    ['CHAIN_ID', '-1', /CHAIN_ID/],
    ['RATES', 'orders=1/1', /RATES/],
    ['RATES', 'order=1', /RATES/],
    ['TRUSTED_PROXIES', '10.0.0.0/40', /TRUSTED_PROXIES/],
    ['TRUSTED_PROXIES', '10.0.0.0/33', /TRUSTED_PROXIES/],
    ['TRUSTED_PROXIES', '2001:db8::/129', /TRUSTED_PROXIES/],
    ['TRUSTED_PROXIES', '10.0.0.0/', /TRUSTED_PROXIES/],
    ['TRUSTED_PROXIES', 'proxy', /TRUSTED_PROXIES/],
    ['SOCKETS_PER_IP', '0', /SOCKETS_PER_IP/],
    ['PUSH_HOSTS', 'https://push.example/path', /PUSH_HOSTS/],
    ['CHAINS', join(folder, 'nowhere.json'), /CHAINS: there is no readable file/],
    ['OPERATORS', '0x12:support', /OPERATORS: "0x12:support"/],
    ['OPERATORS', `0x${'a'.repeat(40)}:king`, /OPERATORS/],
    ['OPERATORS', `0x${'a'.repeat(40)}`, /OPERATORS/],
    ['OPERATORS', `0x${'aB'.repeat(20)}:support`, /OPERATORS/],
    ['OPERATORS', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv9:support', /OPERATORS/],
    ['OPERATORS', `0x${'a'.repeat(40)}:support 0x${'A'.repeat(40)}:editor`, /OPERATORS: .* is there twice/],
    ['WITNESSES', 'https://witness.example', /WITNESSES/],
    ['WITNESSES', `${WITNESS}@witness.example`, /WITNESSES/],
    ['WITNESSES', `${WITNESS}@https://witness.example#4`, /WITNESSES/],
    ['WITNESSES', `${WITNESS.replace('24b5', '24b6')}@https://witness.example`, /WITNESSES/],
    [
      'WITNESSES',
      `${WITNESS}@https://a.example ${WITNESS}@https://b.example`,
      /WITNESSES: .* is there twice/,
    ],
    ['SHOW_SHARE', 'no', /SHOW_SHARE: "no"/],
    ['ARBITRAGE_BANNER', 'true', /ARBITRAGE_BANNER: "true"/],
    ['ARBITRAGE', 'yes', /ARBITRAGE: "yes"/],
    ['ROLE', 'king', /ROLE: "king"/],
    ['AUDIT_MINUTES', '-1', /AUDIT_MINUTES/],
    ['OFFICE_HOURS', '9-18', /OFFICE_HOURS/],
    ['OFFICE_HOURS', '09:00-24:00', /OFFICE_HOURS/],
    ['CHAT_URL', 'chat.example', /CHAT_URL/],
    ['SIGNER_URL', 'http://127.0.0.1:1', /SIGNER_URL, SIGNER_TOKEN/],
    ['SIGNER_TOKEN', 'word', /SIGNER_URL, SIGNER_TOKEN/],
    ['CONTENT', 'all', /CONTENT/],
  ])('says what is wrong with %s=%s', (name, value, line) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(line)
  })

  test('reads witnesses with their keys, and asks them every minute unless told otherwise', () => {
    expect(loadConfig({}).witnesses).toEqual([])
    const { witnesses } = loadConfig({ WITNESSES: `${WITNESS}@https://witness.example/a/` })
    expect(witnesses).toMatchObject([
      { key: { name: 'witness.example/w1', type: 4 }, url: 'https://witness.example/a', everyMs: 60_000 },
    ])
    expect(loadConfig({ WITNESSES: `${WITNESS}@http://127.0.0.1:8095#5` }).witnesses).toMatchObject([
      { url: 'http://127.0.0.1:8095', everyMs: 5_000 },
    ])
  })

  test('reads operators by address in any spelling, and office hours', () => {
    // The first example of EIP-55.
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const { operators, officeHours } = loadConfig({
      OPERATORS: `${address.toLowerCase()}:support,editor TJRabPrwbZy45sbavfcjinPJC18kjpRTv8:admin`,
      OFFICE_HOURS: '22:00-06:30',
    })
    expect([...operators]).toEqual([
      [address, ['support', 'editor']],
      ['TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', ['admin']],
    ])
    expect(officeHours).toEqual({ fromMinute: 1_320, toMinute: 390 })
  })

  test('reports an invalid signer address once', () => {
    expect(faultsOf({ SIGNER_URL: 'signer:1', SIGNER_TOKEN: 'word' })).toEqual([
      expect.stringMatching(/^SIGNER_URL: /),
    ])
  })

  test('reads the networks from a table, with a line for each of its faults', () => {
    const file = join(folder, 'chains.json')
    const native = { currency: 3, decimals: 18 }
    const row = { id: 1, name: 'Ethereum', kind: 'evm', rpc: ['https://node.example'], chainId: 1, native }
    const rest = { confirmations: 12, coinType: 60, blockSeconds: 12, tokens: [], firstBlock: 1 }
    writeFileSync(file, JSON.stringify([{ ...row, ...rest }]))
    expect(loadConfig({ CHAINS: file }).chains).toEqual([expect.objectContaining(row)])
    expect(loadConfig({}).chains).toBeNull()
    expect(loadConfig({ CHAINS: 'none' }).chains).toEqual([])
    writeFileSync(file, JSON.stringify([row, row]))
    expect(faultsOf({ CHAINS: file }).every((line) => line.startsWith('CHAINS: '))).toBe(true)
    expect(faultsOf({ CHAINS: file }).length).toBeGreaterThan(2)
  })

  test('has switches that are on or off, each with its own default', () => {
    expect(loadConfig({})).toMatchObject({ showShare: true, arbitrageBanner: true, offersHosting: true })
    const turned = loadConfig({ SHOW_SHARE: '0', ARBITRAGE_BANNER: '0', ARBITRAGE: '0' })
    expect(turned).toMatchObject({ showShare: false, arbitrageBanner: false, offersHosting: false })
  })

  test('keeps the console on another host than the page', () => {
    const at = (PUBLIC_URL: string, CONSOLE_URL: string) => faultsOf({ PUBLIC_URL, CONSOLE_URL })
    expect(at('https://a.example', 'https://console.a.example')).toEqual([])
    expect(at('https://a.example', 'https://a.example')).toEqual([
      expect.stringMatching(/^CONSOLE_URL: .*port/),
    ])
    expect(at('http://localhost:1', 'http://localhost:2')).toEqual([
      expect.stringMatching(/^CONSOLE_URL: .*port/),
    ])
    expect(at('https://a.example', 'console.a.example')).toEqual([
      expect.stringMatching(/^CONSOLE_URL: .*address/),
    ])
    expect(faultsOf({ CONSOLE_URL: 'https://a.example' })).toEqual([
      expect.stringMatching(/^CONSOLE_URL: .*PUBLIC_URL/),
    ])
  })

  test('reports every fault at once', () => {
    expect(faultsOf({ PORT: 'x', PUBLIC_URL: 'y', DATABASE_URL: 'z' })).toHaveLength(3)
  })

  test('never repeats a password', () => {
    expect(faultsOf({ DATABASE_URL: 'mysql://me:secret@x' }).join()).not.toContain('secret')
  })

  test('of a live server is refused, with a line for each missing or unsafe setting', () => {
    expect(
      faultsOf({ MODE: 'live', PUBLIC_URL: 'http://tickmark.example', ORIGINS: 'http://localhost:1' }),
    ).toEqual([
      expect.stringMatching(/^PUBLIC_URL: .*https/),
      expect.stringMatching(/^CONSOLE_URL: .*https/),
      expect.stringMatching(/^DATABASE_URL/),
      expect.stringMatching(/^CHAINS/),
      expect.stringMatching(/^SIGNER_URL, SIGNER_TOKEN/),
      expect.stringMatching(/^ORIGINS/),
      expect.stringMatching(/venues are not built/),
    ])
    const file = join(folder, 'live.json')
    const tokens = [{ currency: 1, contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7', decimals: 6 }]
    const native = { currency: 3, decimals: 18 }
    const row = { id: 1, name: 'Ethereum', kind: 'evm', rpc: ['https://node.example'], chainId: 1, native }
    writeFileSync(
      file,
      JSON.stringify([{ ...row, confirmations: 12, coinType: 60, blockSeconds: 12, tokens, firstBlock: 1 }]),
    )
    const complete = {
      MODE: 'live',
      PUBLIC_URL: 'https://tickmark.example',
      CONSOLE_URL: 'https://console.tickmark.example',
      DATABASE_URL: 'postgres://x/y',
      CHAINS: file,
      SIGNER_URL: 'http://127.0.0.1:9000',
      SIGNER_TOKEN: 'a word that only the two know',
    }
    expect(faultsOf(complete)).toEqual([expect.stringMatching(/venues are not built/)])
    expect(faultsOf({ ...complete, ARBITRAGE: '1' })).toEqual([
      expect.stringMatching(/^ARBITRAGE: /),
      expect.stringMatching(/venues are not built/),
    ])
    const lending = { ...complete, LOANS: '1' }
    const [one, other] = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8']
    for (const OPERATORS of ['', `${one}:support ${other}:treasurer`])
      expect(faultsOf({ ...lending, OPERATORS })[0]).toMatch(/^LOANS: .*reviewer/)
    for (const roles of ['support,reviewer', 'admin'])
      expect(faultsOf({ ...lending, OPERATORS: `${one}:support ${other}:${roles}` })).toHaveLength(1)
    expect(faultsOf({ ...complete, PUSH_HOSTS: 'https://a.example http://b.example' })[0]).toMatch(
      /^PUSH_HOSTS/,
    )
    expect(faultsOf({ ...complete, CHAT_URL: 'http://chat.example' })).toEqual([
      expect.stringMatching(/^CHAT_URL: .*https/),
      expect.stringMatching(/venues are not built/),
    ])
  })

  test.each([
    [
      'sandbox',
      `read 60/3; write 20/10; order 5/5 30/60; swap 20/60; withdraw 60/3600; faucet 6/60; code 5/60 30/86400;
      factor 5/60 30/86400; guess 100/86400; passkey 10/60; challenge 60/60; verify 60/60; register 60/3600;
      upload 12/60 300/86400; chat 20/60 500/86400`,
    ],
    [
      'live',
      `read 60/3; write 20/10; order 5/5 30/60; swap 20/60; withdraw 5/3600; faucet 6/60; code 5/60 30/86400;
      factor 5/60 30/86400; guess 100/86400; passkey 10/60; challenge 10/60; verify 20/60; register 3/3600;
      upload 12/60 60/86400; chat 20/60 500/86400`,
    ],
  ])('limits calls by class in the %s, and more tightly what a stranger can make when live', (mode, text) => {
    const shown = Object.entries(defaultRates(mode as 'sandbox' | 'live')).map(([kind, rules]) =>
      [kind, ...rules.map(({ most, windowMs }) => `${most}/${windowMs / 1_000}`)].join(' '),
    )
    expect(shown).toEqual(text.split(';').map((one) => one.trim()))
  })

  test('sets rates by class', () => {
    const { rates } = loadConfig({ RATES: 'order=2/10,9/60 read=1/1' })
    expect(rates.order).toEqual([
      { most: 2, windowMs: 10_000 },
      { most: 9, windowMs: 60_000 },
    ])
    expect(rates.read).toEqual([{ most: 1, windowMs: 1_000 }])
  })
})

test('has this machine’s two names as its site, unless it has a public address', () => {
  expect(siteOf({ publicUrl: null, moreOrigins: [] }, 81)).toEqual({
    publicUrl: 'http://localhost:81',
    origins: ['http://localhost:81', 'http://127.0.0.1:81'],
    secure: false,
  })
  expect(siteOf({ publicUrl: 'https://t.example', moreOrigins: [] }, 81)).toEqual({
    publicUrl: 'https://t.example',
    origins: ['https://t.example'],
    secure: true,
  })
})

describe('the keys', () => {
  const START_MS = Date.parse('2026-11-21T12:00:00Z')

  test('are generated once, readable only by us, and never change', () => {
    const file = join(folder, 'new', 'keys.json')
    const { firstDay, formerLogKey, vaultKeys, ...keys } = loadKeys(file, START_MS)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(loadKeys(file, START_MS + 99 * 86_400_000)).toEqual({ ...keys, firstDay, formerLogKey, vaultKeys })
    expect(new Set(Object.values(keys).map((key) => Buffer.from(key).toString('hex'))).size).toBe(6)
    expect([firstDay, formerLogKey]).toEqual([20_778, null])
    chmodSync(file, 0o644)
    loadKeys(file, START_MS)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  test('derive one Web Push key, valid on its curve', () => {
    const { pepper } = loadKeys(join(folder, 'push.json'), START_MS)
    const scalar = vapidScalar(pepper)
    expect(scalar).toHaveLength(32)
    expect(scalar).toEqual(vapidScalar(Buffer.from(pepper)))
    expect(isCurvePoint(Buffer.from(vapidOf(scalar).publicKey, 'base64url'))).toBe(true)
    expect(vapidScalar(Buffer.alloc(32)).toString('hex')).toBe(
      '5f1f15146577aab21fa1735a96ceb0b3acb4b7e73e5989f947e68162710156c0',
    )
    expect(vapidScalar(Buffer.alloc(32, 1))).not.toEqual(vapidScalar(Buffer.alloc(32)))
  })

  test('that are damaged stop the start, and are not regenerated', () => {
    const file = join(folder, 'damaged.json')
    const text = JSON.stringify({ marketSeed: 'ab' })
    writeFileSync(file, text)
    expect(() => loadKeys(file, START_MS)).toThrow(/marketSeed/)
    expect(readFileSync(file, 'utf8')).toBe(text)
    const dayless = join(folder, 'dayless.json')
    writeFileSync(
      dayless,
      readFileSync(join(folder, 'new', 'keys.json'), 'utf8').replace('2026-11-21', '2026-11-31'),
    )
    expect(() => loadKeys(dayless, START_MS)).toThrow(/firstDay/)
  })

  test.each([[{}], [null], [{ 0: 'ab' }], [{ x: 'ab' }], [{ 1234567890: 'ab' }], [{ 1: 'ab' }]])(
    'that wrap records have numbers and 32 bytes: %o stops the start',
    (vaultKeys) => {
      const file = join(folder, 'vault.json')
      const whole = JSON.parse(readFileSync(join(folder, 'new', 'keys.json'), 'utf8')) as object
      writeFileSync(file, JSON.stringify({ ...whole, vaultKeys }))
      expect(() => loadKeys(file, START_MS)).toThrow(/vault/i)
    },
  )

  test('sign per RFC 8032 (its first test vector)', () => {
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
    const signer = signerOf(seed)
    expect(signer.publicKey).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a')
    const signature = signer.sign(new Uint8Array())
    expect(Buffer.from(signature).toString('hex')).toMatch(/^e5564300c360ac729086e2cc806e828a/)
    const key = createPublicKey({
      key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(signer.publicKey, 'hex').toString('base64url') },
      format: 'jwk',
    })
    expect(verify(null, new Uint8Array(), key, signature)).toBe(true)
  })
})
