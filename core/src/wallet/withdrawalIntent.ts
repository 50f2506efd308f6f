import { asciiBytes, concat } from '../bytes.ts'

/**
 * What an owner signs to let money leave: nothing about the payment stands anywhere else. All values are texts, so that a
 * wallet shows exactly what is signed. `amount` and `feeCap` are decimals of `currency`; `expires` is ISO 8601 in UTC.
 */
export interface WithdrawalIntent {
  site: string
  network: string
  currency: string
  amount: string
  feeCap: string
  to: string
  nonce: string
  expires: string
}

/** How long an owner may take to sign. */
export const INTENT_LIFE_MS = 5 * 60_000

/** The fields in the order in which they are signed. */
export const INTENT_FIELDS = [
  'site',
  'network',
  'currency',
  'amount',
  'feeCap',
  'to',
  'nonce',
  'expires',
] as const

/** EIP-712 domain. It names no chain: a wallet refuses one that it is not on, and `network` says where the money goes. */
export const INTENT_DOMAIN = { name: 'Tickmark', version: '1' } as const

/** What eth_signTypedData_v4 takes (EIP-712). */
export function intentTypedData(intent: WithdrawalIntent) {
  const text = (name: string) => ({ name, type: 'string' })
  return {
    domain: INTENT_DOMAIN,
    types: {
      EIP712Domain: [text('name'), text('version')],
      Withdrawal: INTENT_FIELDS.map(text),
    },
    primaryType: 'Withdrawal' as const,
    message: intent,
  }
}

/** What a Tron wallet signs by signMessageV2 (TIP-191): the same fields, a line each. */
export function intentText(intent: WithdrawalIntent): string {
  return [
    `${INTENT_DOMAIN.name} withdrawal`,
    ...INTENT_FIELDS.map((field) => `${field}: ${intent[field]}`),
  ].join('\n')
}

/** Keccak-256, 32 bytes; lent by the caller, since the rules depend on nothing. */
export type Keccak = (data: Uint8Array) => Uint8Array

/** The 32 bytes that an Ethereum-style wallet signs: keccak256(0x1901 ‖ domain ‖ struct), EIP-712. */
export function intentDigest(intent: WithdrawalIntent, keccak: Keccak): Uint8Array {
  const hashOf = (text: string) => keccak(asciiBytes(text))
  const struct = (type: string, values: readonly string[]) =>
    keccak(concat(hashOf(type), ...values.map(hashOf)))
  const types = (names: readonly string[]) => names.map((name) => `string ${name}`).join(',')
  const domain = struct(`EIP712Domain(${types(['name', 'version'])})`, [
    INTENT_DOMAIN.name,
    INTENT_DOMAIN.version,
  ])
  const message = struct(
    `Withdrawal(${types(INTENT_FIELDS)})`,
    INTENT_FIELDS.map((field) => intent[field]),
  )
  return keccak(concat(asciiBytes('\x19\x01'), domain, message))
}
