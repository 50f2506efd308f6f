/**
 * The browser journeys that `npm test` runs: joining, a first order, and its receipt. All others run
 * with `npm run test:more`, and with `npm test` when its words name them.
 */
export const EVERYDAY: readonly string[] = [
  'e2e/journeys/start/firstMinute.test.ts',
  'e2e/journeys/proof/receipt.test.ts',
]

/**
 * Tests without a browser that `npm test` leaves to `npm run test:more`: they start whole servers, chains or signers many
 * times, kill them, move their clocks, send hundreds of random calls, interrupt one action at each of its steps, begin each
 * of many cases with an application, a conversation, a proposal, a withdrawal or a day that must have gone by before, draw
 * thousands of markets, or start a program for each of many files.
 */
export const REPEATING: readonly string[] = [
  'core/src/orders/odds/odds.test.ts',
  'e2e/safety/agreement.test.ts',
  'e2e/safety/fourEyes.test.ts',
  'e2e/safety/fuzz.test.ts',
  'e2e/safety/hourOfUse.test.ts',
  'e2e/safety/kills.test.ts',
  'e2e/safety/operatorAuth.test.ts',
  'e2e/safety/trusted.test.ts',
  'e2e/safety/twoServers.test.ts',
  'e2e/safety/vaultKills.test.ts',
  'server/src/app/app.test.ts',
  'server/src/app/audit/auditSteps.test.ts',
  'server/src/app/audit/auditor.test.ts',
  'server/src/app/clockSteps.test.ts',
  'server/src/app/consoleTransfers.test.ts',
  'server/src/app/custody.test.ts',
  'server/src/app/expiredWhileDown.test.ts',
  'server/src/app/health.test.ts',
  'server/src/app/restartTime.test.ts',
  'server/src/app/severalServers.test.ts',
  'server/src/app/staffed.test.ts',
  'server/src/app/toyModule.test.ts',
  'server/src/arbitrage/faults.test.ts',
  'server/src/chains/sandbox/sandbox.test.ts',
  'server/src/chains/watcher/reorganise.test.ts',
  'server/src/console/reading.test.ts',
  'server/src/db/embedded/embedded.test.ts',
  'server/src/hosting/cuts.test.ts',
  'server/src/limits/histories.test.ts',
  'server/src/loans/applying.test.ts',
  'server/src/loans/cuts.test.ts',
  'server/src/loans/lending/kills.test.ts',
  'server/src/loans/privacy.test.ts',
  'server/src/loans/review/review.test.ts',
  'server/src/main.test.ts',
  'server/src/market/log/witnessFeed.test.ts',
  'server/src/media/files.test.ts',
  'server/src/media/hostile.test.ts',
  'server/src/messages/pushing.test.ts',
  'server/src/record/record.test.ts',
  'server/src/record/refusalLines.test.ts',
  'server/src/record/serveRecord.test.ts',
  'server/src/support/chat.test.ts',
  'server/src/support/subjects.test.ts',
  'server/src/withdrawals/approval/approvalLimits.test.ts',
  'server/src/withdrawals/approval/approving.test.ts',
  'server/src/withdrawals/approval/whoDecides.test.ts',
  'server/src/withdrawals/cutPoints.test.ts',
  'server/src/withdrawals/payout/followPayment.test.ts',
  'server/src/withdrawals/payout/payoutWorker.test.ts',
  'server/src/withdrawals/protection/protection.test.ts',
  'signer/src/mainEnds.test.ts',
  'verify/src/main.test.ts',
]
