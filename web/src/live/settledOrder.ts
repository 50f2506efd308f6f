import type { UserEvent } from '@tickmark/wire/live/socket'
import { createStore } from '@tickmark/client/observable.ts'

type Settled = Extract<UserEvent, { event: 'order_settled' }>

/** The order whose result is shown over the page, on any screen; null when there is none. */
export const settledOrder = createStore<Settled['order'] | null>(null)
