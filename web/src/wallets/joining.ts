import { loadRestOfEnglish } from '../i18n/i18n.ts'

/** Loads the code for signing in and for reporting its result. Rejects without a network. */
export async function loadJoining() {
  const [connect, { sayHowJoined }] = await Promise.all([
    import('./connect.ts'),
    import('./sayHowJoined.ts'),
    loadRestOfEnglish(),
  ])
  return { ...connect, sayHowJoined }
}
