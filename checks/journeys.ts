/**
 * The journeys through the browser that `npm test` makes: the shortest that reach each part of the product. All others
 * run with `npm run test:journeys`, and with `npm test` when its words name them.
 */
export const EVERYDAY: readonly string[] = [
  'e2e/firstScreen.test.ts',
  'e2e/journeys/arbitrage.test.ts',
  'e2e/journeys/chat.test.ts',
  'e2e/journeys/consent.test.ts',
  'e2e/journeys/consoleQueues.test.ts',
  'e2e/journeys/firstMinute.test.ts',
  'e2e/journeys/help.test.ts',
  'e2e/journeys/home.test.ts',
  'e2e/journeys/joining.test.ts',
  'e2e/journeys/language.test.ts',
  'e2e/journeys/loanForm.test.ts',
  'e2e/journeys/messages.test.ts',
  'e2e/journeys/ordering.test.ts',
  'e2e/journeys/receipt.test.ts',
  'e2e/journeys/receiving.test.ts',
  'e2e/journeys/sending.test.ts',
  'e2e/journeys/swapping.test.ts',
]
