import { draftOf, type OrderForm } from './orderForm.ts'

const KEY = 'tickmark.order'

/** What was typed before a reload or an error; nothing when the tab is new or its storage closed. */
export function readDraft(): Partial<OrderForm> {
  try {
    return draftOf(JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as unknown)
  } catch {
    return {}
  }
}

/** Keeps what is typed for this tab. */
export function keepDraft({ durationId, range, currencyId, amount }: OrderForm): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ durationId, range, currencyId, amount }))
  } catch {
    // Storage is full or closed: the draft lasts as long as the sheet.
  }
}

/** Forgets it: the order was placed, or its sheet was closed. */
export function dropDraft(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Nothing was kept.
  }
}
