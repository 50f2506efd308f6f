import type { CallFailed } from '@tickmark/client/callFailed.ts'
import type { SendProblem } from './sendForm.ts'
import type { SendFormState } from './useSendForm.ts'

interface SendFaults {
  address?: SendProblem
  amount?: SendProblem
  /** The server's refusal of the address, or of anything else. */
  addressRefusal?: string
  amountRefusal?: string
}

interface Shown extends Pick<SendFormState, 'form' | 'tried' | 'problems'> {
  terms: { error: Pick<CallFailed, 'code' | 'message'> | null }
}

/**
 * The error of each field. Empty fields are reported only after a try; the page's own errors come before the server's.
 */
export function sendFaults({ form, tried, problems, terms }: Shown): SendFaults {
  const isAddress = (one: SendProblem) => one.code === 'address_missing'
  const shown = problems.filter((one) => tried || (isAddress(one) ? form.address !== '' : form.amount !== ''))
  const faults: SendFaults = {
    address: shown.find(isAddress),
    amount: shown.find((one) => !isAddress(one)),
  }
  if (!terms.error) return faults
  // The page has checked that the balance covers the amount itself, so the fee is what exceeds it.
  if (terms.error.code === 'insufficient_funds') return { ...faults, amount: { code: 'fee_too_much' } }
  const isOfAddress = terms.error.code.startsWith('withdrawal_address')
  return { ...faults, [isOfAddress ? 'addressRefusal' : 'amountRefusal']: terms.error.message }
}
