import { createStore } from '@tickmark/client/observable.ts'

/** Whether a call was refused for want of a session: then the desk asks the server who is signed in. */
export const sessionLost = createStore(false)
