/** The typed fields of a new address. */
export interface AddressForm {
  address: string
  /** The user's label; may be empty. */
  label: string
}

export type AddressProblem = 'missing' | 'invalid'

const LABEL_MOST = 40
const ADDRESS_MOST = 128

/** An empty form, or the fields of a stored draft. */
export function initial(draft: Partial<AddressForm> = {}): AddressForm {
  return { address: '', label: '', ...draft }
}

/** Applies one change. Addresses keep word characters, dots and slashes only. */
export function reduce(form: AddressForm, change: Partial<AddressForm>): AddressForm {
  const next = { ...form, ...change }
  return {
    address: next.address.replace(/[^\w./]/g, '').slice(0, ADDRESS_MOST),
    label: next.label.slice(0, LABEL_MOST),
  }
}

/** The problems known in the page; the server may find others. */
export function problemOf({ address }: AddressForm): AddressProblem | null {
  if (address === '') return 'missing'
  return /^0x[0-9a-fA-F]{40}$|^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address) ? null : 'invalid'
}

/** Parses a stored draft and skips invalid fields. */
export function draftOf(value: unknown): Partial<AddressForm> {
  if (typeof value !== 'object' || value === null) return {}
  const { address, label } = value as Record<string, unknown>
  return reduce(initial(), {
    ...(typeof address === 'string' && { address }),
    ...(typeof label === 'string' && { label }),
  })
}
