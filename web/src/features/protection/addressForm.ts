/** What is typed to add an address. */
export interface AddressForm {
  address: string
  /** What the owner calls it; may stay empty. */
  label: string
}

export type AddressProblem = 'missing' | 'invalid'

const LABEL_MOST = 40
const ADDRESS_MOST = 128

/** An empty form, with whatever a kept draft still knows. */
export function initial(draft: Partial<AddressForm> = {}): AddressForm {
  return { address: '', label: '', ...draft }
}

/** Takes one change. An address keeps word characters, dots and slashes alone. */
export function reduce(form: AddressForm, change: Partial<AddressForm>): AddressForm {
  const next = { ...form, ...change }
  return {
    address: next.address.replace(/[^\w./]/g, '').slice(0, ADDRESS_MOST),
    label: next.label.slice(0, LABEL_MOST),
  }
}

/** What keeps it from being added; the server knows the rest. */
export function problemOf({ address }: AddressForm): AddressProblem | null {
  if (address === '') return 'missing'
  return /^0x[0-9a-fA-F]{40}$|^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address) ? null : 'invalid'
}

/** Reads a stored draft; fields that make no sense are left out. */
export function draftOf(value: unknown): Partial<AddressForm> {
  if (typeof value !== 'object' || value === null) return {}
  const { address, label } = value as Record<string, unknown>
  return reduce(initial(), {
    ...(typeof address === 'string' && { address }),
    ...(typeof label === 'string' && { label }),
  })
}
