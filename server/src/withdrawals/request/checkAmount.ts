import { rawOf } from '@tickmark/core/money/rawUnits'
import { readAmount, type AmountRefusal } from '@tickmark/core/money/readAmount'
import { accept, refuse, type Decision } from '@tickmark/core/decision'
import type { Amount } from '@tickmark/core/money/money'
import { canonicalAddress } from '@tickmark/chainkit/addresses'
import type { Network } from '../withdrawal/networks.ts'

export type AddressRefusal = {
  code:
    | 'withdrawal_address_invalid'
    | 'withdrawal_address_wrong_network'
    | 'withdrawal_address_ours'
    | 'withdrawal_address_token'
}

/**
 * Returns the canonical spelling of a permitted destination. Checks shape and checksum first, then the network, our own
 * addresses, and token contracts.
 */
export async function checkAddress(
  text: string,
  { chain }: Network,
  isOurs: (address: string) => Promise<boolean>,
): Promise<Decision<string, AddressRefusal>> {
  const { kind } = chain
  const address = canonicalAddress(text, kind)
  if (address === null) {
    const isForeign = canonicalAddress(text, kind === 'evm' ? 'tron' : 'evm') !== null
    return refuse({ code: isForeign ? 'withdrawal_address_wrong_network' : 'withdrawal_address_invalid' })
  }
  if (await isOurs(address)) return refuse({ code: 'withdrawal_address_ours' })
  const isToken = chain.tokens.some((one) => canonicalAddress(one.contract, kind) === address)
  return isToken ? refuse({ code: 'withdrawal_address_token' }) : accept(address)
}

export type SumRefusal = AmountRefusal | { code: 'amount_too_precise_for_network' }

/** Parses a typed amount that the network can represent. */
export function checkAmount(text: string, { decimals }: Network): Decision<Amount, SumRefusal> {
  const amount = readAmount(text)
  if (!amount.ok) return amount
  return rawOf(amount.value, decimals) === null ? refuse({ code: 'amount_too_precise_for_network' }) : amount
}
