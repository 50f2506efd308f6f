import { createStore } from '@tickmark/client/observable.ts'

/** Whether a call was refused for lack of a session: the console then asks the server who is signed in. */
export const sessionLost = createStore(false)
