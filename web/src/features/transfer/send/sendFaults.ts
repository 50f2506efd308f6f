import type { SendProblem } from './sendForm.ts'
import type { SendFormState } from './useSendForm.ts'

interface SendFaults {
  address?: SendProblem
  amount?: SendProblem
  /** What the server said against the address, or against anything else. */
  addressRefusal?: string
  amountRefusal?: string
}

/** What is wrong with each field. An empty one is called out only after a try; the server's word comes after our own. */
export function sendFaults({ form, tried, problems, terms }: SendFormState): SendFaults {
  const isAddress = (one: SendProblem) => one.code === 'address_missing'
  const shown = problems.filter((one) => tried || (isAddress(one) ? form.address !== '' : form.amount !== ''))
  const faults: SendFaults = {
    address: shown.find(isAddress),
    amount: shown.find((one) => !isAddress(one)),
  }
  if (!terms.error) return faults
  // The amount alone is covered, or we would have said so ourselves.
  if (terms.error.code === 'insufficient_funds') return { ...faults, amount: { code: 'fee_too_much' } }
  const isOfAddress = terms.error.code.startsWith('withdrawal_address')
  return { ...faults, [isOfAddress ? 'addressRefusal' : 'amountRefusal']: terms.error.message }
}
