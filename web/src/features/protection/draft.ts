import { draftOf, type AddressForm } from './addressForm.ts'

const KEY = 'tickmark.address'

/** What was typed before a reload or an error; nothing when the tab is new or its storage closed. */
export function readDraft(): Partial<AddressForm> {
  try {
    return draftOf(JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown)
  } catch {
    return {}
  }
}

/** Keeps what is typed for this tab; null forgets it. */
export function keepDraft(form: AddressForm | null): void {
  try {
    if (form) sessionStorage.setItem(KEY, JSON.stringify(form))
    else sessionStorage.removeItem(KEY)
  } catch {
    // Storage is full or closed: the draft lasts as long as the page.
  }
}
