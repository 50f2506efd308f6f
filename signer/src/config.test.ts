import { expect, test } from 'vitest'
import { ConfigProblem, loadConfig } from './config.ts'
import { SETTINGS, TRON_USDT, USDT } from './fixture.testing.ts'

const env = { SIGNER_DATA: 'data', SIGNER_TOKEN: 'x'.repeat(32), ...SETTINGS }
const [ethereum, tron] = JSON.parse(SETTINGS.SIGNER_CHAINS) as { tokens: object[] }[]

test('a configuration has default limits and caps', () => {
  const { rules, port, contracts, isWithParent } = loadConfig({ ...env, SIGNER_LIMITS: '' })
  expect({ port, contracts, isWithParent }).toEqual({ port: 0, contracts: null, isWithParent: false })
  expect(rules.limits.get('USDT')).toEqual({ payment: 10n ** 13n, day: 10n ** 14n })
  expect(rules.mostFeePerGas).toBe(500n * 10n ** 9n)
  expect(rules.mostFeeLimit).toBe(100n * 10n ** 6n)
})

test.for([
  ['USDT', 100_000n, 1_000_000n],
  ['USDC', 100_000n, 1_000_000n],
  ['ETH', 50n, 500n],
  ['BTC', 2n, 20n],
  ['TRX', 500_000n, 5_000_000n],
  ['BNB', 200n, 2_000n],
  ['SOL', 1_000n, 10_000n],
] as const)('by default %s has limits of %i for a payment and %i for a day', ([code, payment, day]) => {
  const one = 10n ** 8n
  const { limits } = loadConfig({ ...env, SIGNER_LIMITS: '{}' }).rules
  expect(limits.get(code)).toEqual({ payment: payment * one, day: day * one })
  expect(limits.size).toBe(7)
})

test('a limit that is set leaves those of the other currencies as they are', () => {
  const { limits } = loadConfig({ ...env, SIGNER_LIMITS: '{"USDT":{"payment":"1","day":"2"}}' }).rules
  expect(limits.get('USDT')).toEqual({ payment: 10n ** 8n, day: 2n * 10n ** 8n })
  expect(limits.get('ETH')).toEqual({ payment: 50n * 10n ** 8n, day: 500n * 10n ** 8n })
})

test('the server’s rows are accepted: currencies by number, contracts in a single case, unknown fields', () => {
  const row = {
    ...ethereum,
    native: { currency: 3, decimals: 18 },
    tokens: [{ currency: 1, contract: USDT.toLowerCase(), decimals: 6 }],
    rpc: ['http://127.0.0.1:1'],
  }
  const { rules } = loadConfig({ ...env, SIGNER_CHAINS: JSON.stringify([row]) })
  expect(rules.chains[0]?.native.currency).toBe('ETH')
  expect(rules.chains[0]?.tokens).toEqual([{ currency: 'USDT', contract: USDT, decimals: 6 }])
  expect(rules.chains[0]).not.toHaveProperty('rpc')
})

test.for<[name: string, value: string, says: RegExp]>([
  ['SIGNER_DATA', '', /SIGNER_DATA: .* missing/],
  ['SIGNER_TOKEN', '', /at least 32/],
  ['SIGNER_TOKEN', 'x'.repeat(31), /at least 32/],
  ['SIGNER_TOKEN', `${'x'.repeat(31)}\u00e9`, /at least 32/],
  ['SIGNER_PORT', '65536', /"65536" is not a whole number/],
  ['SIGNER_PORT', '-1', /"-1" is not/],
  ['SIGNER_SITE', '', /at least one origin/],
  ['SIGNER_SITE', 'http://localhost:8080/', /is not an origin/],
  ['SIGNER_SITE', 'localhost', /is not an origin/],
  ['SIGNER_SITE', 'null', /is not an origin/],
  ['SIGNER_CHAINS', '{', /SIGNER_CHAINS/],
  ['SIGNER_CHAINS', '[{}]', /SIGNER_CHAINS/],
  ['SIGNER_CHAINS', JSON.stringify([ethereum, ethereum]), /same id[^]*same name[^]*same chainId/],
  ['SIGNER_CHAINS', JSON.stringify([ethereum, { ...ethereum, id: 9, name: 'Copy' }]), /the same chainId/],
  ['SIGNER_CHAINS', JSON.stringify([{ ...ethereum, name: 'Eth\u0435reum' }]), /SIGNER_CHAINS/],
  ['SIGNER_CHAINS', JSON.stringify([{ ...ethereum, native: { currency: 'XYZ', decimals: 8 } }]), /not known/],
  ...Object.entries({ id: 0, name: '', kind: 'other', chainId: 0, coinType: -1 }).map(changedTo),
  ...Object.entries({ id: 1.5, name: 'x'.repeat(65), chainId: 1.5, coinType: 2 ** 31 }).map(changedTo),
  ...[-1, 33].map((decimals) => changedTo(['native', { currency: 'ETH', decimals }])),
  ['SIGNER_CHAINS', JSON.stringify([{ ...ethereum, tokens: tron?.tokens }]), /is no address on Ethereum/],
  ['SIGNER_CHAINS', JSON.stringify([{ ...tron, tokens: ethereum?.tokens }]), /is no address on Tron/],
  [
    'SIGNER_CHAINS',
    JSON.stringify([{ ...tron, tokens: [{ currency: 'TRX', contract: TRON_USDT, decimals: 6 }] }]),
    /two coins of the same currency/,
  ],
  ['SIGNER_LIMITS', '[]', /SIGNER_LIMITS/],
  ['SIGNER_LIMITS', '{"USDT":{"payment":"1"}}', /SIGNER_LIMITS/],
  ['SIGNER_LIMITS', '{"USDT":{"payment":"-1","day":"1"}}', /limits of USDT cannot be read/],
  ['SIGNER_LIMITS', '{"USDT":{"payment":"1","day":"-1"}}', /limits of USDT cannot be read/],
  ['SIGNER_LIMITS', '{"USDT":{"payment":"x","day":"1"}}', /limits of USDT cannot be read/],
  ['SIGNER_LIMITS', '{"USDT":{"payment":"1","day":"x"}}', /limits of USDT cannot be read/],
  ['SIGNER_MAX_FEE_GWEI', '1000001', /up to 1000000/],
  ['SIGNER_LIMITS', '{"XYZ":{"payment":"1","day":"1"}}', /limits of XYZ cannot be read/],
  ['SIGNER_MAX_FEE_GWEI', '1e3', /"1e3" is not/],
  ['SIGNER_MAX_FEE_TRX', '15001', /up to 15000/],
  ['SIGNER_ETH_RPC', 'node', /not an http/],
  ['SIGNER_ETH_RPC', 'file:///etc/passwd', /not an http/],
])('%s of "%s" is reported as wrong', ([name, value, says]) => {
  const load = () => loadConfig({ ...env, [name]: value })
  expect(load).toThrow(ConfigProblem)
  expect(load).toThrow(says)
})

/** A table of networks whose field has this wrong value. */
function changedTo([field, value]: [string, unknown]): [string, string, RegExp] {
  return ['SIGNER_CHAINS', JSON.stringify([{ ...ethereum, [field]: value }]), /SIGNER_CHAINS/]
}

test('networks at their bounds are read', () => {
  const bounds = { id: 1, chainId: 1, coinType: 2 ** 31 - 1, name: 'x'.repeat(64) }
  const row = { ...ethereum, ...bounds, native: { currency: 'ETH', decimals: 32 }, tokens: [] }
  expect(loadConfig({ ...env, SIGNER_CHAINS: JSON.stringify([row]) }).rules.chains).toMatchObject([row])
})

test('settings at their bounds are read, and blanks around them do not count', () => {
  const { token, port, isWithParent, rules, contracts } = loadConfig({
    ...env,
    SIGNER_TOKEN: ` ${'x'.repeat(32)} `,
    SIGNER_PORT: ' 65535 ',
    SIGNER_WITH_PARENT: '1',
    SIGNER_LIMITS: '{"USDT":{"payment":"0","day":"0"}}',
    SIGNER_MAX_FEE_GWEI: '1000000',
    SIGNER_MAX_FEE_TRX: '15000',
    SIGNER_ETH_RPC: 'https://node.example',
  })
  expect({ token, port, isWithParent }).toEqual({ token: 'x'.repeat(32), port: 65_535, isWithParent: true })
  expect(rules.limits.get('USDT')).toEqual({ payment: 0n, day: 0n })
  expect([rules.mostFeePerGas, rules.mostFeeLimit]).toEqual([10n ** 15n, 15_000n * 10n ** 6n])
  expect(contracts).toEqual({ rpcUrl: 'https://node.example', chainId: 1 })
})

test('all faults are reported at once', () => {
  const lines = () => loadConfig({ SIGNER_CHAINS: '{', SIGNER_PORT: 'x' })
  expect(lines).toThrow(/SIGNER_DATA[^]*SIGNER_TOKEN[^]*SIGNER_PORT[^]*SIGNER_SITE[^]*SIGNER_CHAINS/)
})
