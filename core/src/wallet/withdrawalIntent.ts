import { asciiBytes, concat } from '../bytes.ts'

/**
 * The message that an owner signs to withdraw, the only source of a payment's terms. All values are texts, so that a wallet shows
 * exactly what is signed. `amount` and `feeCap` are decimals of `currency`; `expires` is ISO 8601 in UTC.
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

/** The fields in signing order. */
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

/**
 * EIP-712 domain. It names no chain, because a wallet refuses a chain that it is not on; `network` states where the
 * money goes.
 */
const INTENT_DOMAIN = { name: 'Tickmark', version: '1' } as const

/** The argument of eth_signTypedData_v4 (EIP-712). */
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

/** The text that a Tron wallet signs by signMessageV2 (TIP-191): the same fields, a line each. */
export function intentText(intent: WithdrawalIntent): string {
  return [
    `${INTENT_DOMAIN.name} withdrawal`,
    ...INTENT_FIELDS.map((field) => `${field}: ${intent[field]}`),
  ].join('\n')
}

/** Keccak-256, 32 bytes. The caller passes it in, since the rules have no dependencies. */
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
