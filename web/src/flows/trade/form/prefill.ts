import { keepInTab } from '@tickmark/client/storage.ts'
import type { OrderForm } from './orderForm.ts'

/** Where this tab keeps an unsent order form. */
export const DRAFT = 'tickmark.order'

const followers = new Set<() => void>()

/** Fills in the order form for its next opening, and the one on screen. */
export function prefill(draft: Partial<Omit<OrderForm, 'direction'>>): void {
  keepInTab(DRAFT, draft)
  for (const run of followers) run()
}

/** Runs when the form was filled in from elsewhere; returns a stop function. */
export function followPrefill(run: () => void): () => void {
  followers.add(run)
  return () => followers.delete(run)
}
