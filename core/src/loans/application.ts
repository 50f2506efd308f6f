import { accept, refuse, type Decision } from '../decision.ts'
import type { Amount } from '../money/money.ts'
import { readAmount } from '../money/readAmount.ts'
import type { Details } from './details.ts'
import { LOAN } from './terms.ts'

/** The form as typed, not validated. */
export interface TypedApplication extends Details {
  amount: string
  instalments: string
}

/** A complete application: trimmed, and within the terms. */
export interface Application {
  details: Details
  amount: Amount
  instalments: number
}

type ApplicationRefusal = {
  code:
    | 'loan_name_invalid'
    | 'loan_phone_invalid'
    | 'loan_address_invalid'
    | 'loan_id_number_invalid'
    | 'loan_amount_invalid'
    | 'loan_amount_outside'
    | 'loan_instalments_invalid'
}

/** Reads a whole form; refuses its first fault, in the order of the form. */
export function readApplication(typed: TypedApplication): Decision<Application, ApplicationRefusal> {
  const [name, phone, address, idNumber] = [typed.name, typed.phone, typed.address, typed.idNumber].map(
    (text) => text.trim(),
  )
  if (!isLine(name)) return refuse({ code: 'loan_name_invalid' })
  if (phone === undefined || !/^\d{1,40}$/.test(phone)) return refuse({ code: 'loan_phone_invalid' })
  if (!isLine(address)) return refuse({ code: 'loan_address_invalid' })
  if (!isLine(idNumber)) return refuse({ code: 'loan_id_number_invalid' })
  const amount = readAmount(typed.amount.trim())
  if (!amount.ok) return refuse({ code: 'loan_amount_invalid' })
  if (amount.value < LOAN.least || amount.value > LOAN.most) return refuse({ code: 'loan_amount_outside' })
  if (amount.value % LOAN.unit !== 0n) return refuse({ code: 'loan_amount_invalid' })
  const instalments = LOAN.instalments.find((count) => String(count) === typed.instalments.trim())
  if (instalments === undefined) return refuse({ code: 'loan_instalments_invalid' })
  return accept({ details: { name, phone, address, idNumber }, amount: amount.value, instalments })
}

/** Whether a text is a single line with a letter or digit. */
function isLine(text: string | undefined): text is string {
  return text !== undefined && /[\p{L}\p{N}]/u.test(text) && !/\p{Cc}/u.test(text)
}
