import { loadRestOfEnglish } from '../i18n/i18n.ts'

/** Loads the code that signs in and says how that went. Rejects without a network. */
export async function loadJoining() {
  const [connect, { sayHowJoined }] = await Promise.all([
    import('./connect.ts'),
    import('./sayHowJoined.ts'),
    loadRestOfEnglish(),
  ])
  return { ...connect, sayHowJoined }
}
