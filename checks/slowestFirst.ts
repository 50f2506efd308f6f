import { statSync } from 'node:fs'
import type { TestSequencer, TestSpecification } from 'vitest/node'

/**
 * The slowest files, slowest first. A slow file that started last would keep one worker busy while the others are idle.
 */
export const SLOWEST: readonly string[] = [
  'checks/static.test.ts',
  'e2e/safety/kills.test.ts',
  'e2e/journeys/frame/looks.english.test.ts',
  'e2e/journeys/proof/hostingPromises.test.ts',
  'e2e/journeys/proof/answers.test.ts',
  'e2e/journeys/frame/layers.test.ts',
  'e2e/journeys/console/console.test.ts',
  'e2e/journeys/frame/home.test.ts',
  'e2e/journeys/programmes/loans.test.ts',
  'e2e/journeys/trading/ordering.test.ts',
  'e2e/journeys/proof/consent.test.ts',
  'e2e/journeys/start/joining.test.ts',
  'e2e/journeys/programmes/loanForm.test.ts',
  'server/src/market/log/witnessFeed.test.ts',
  'server/src/app/severalServers.test.ts',
  'server/src/app/restartTime.test.ts',
  'server/src/app/audit/auditor.test.ts',
  'e2e/safety/agreement.test.ts',
  'e2e/safety/vaultKills.test.ts',
  'server/src/media/hostile.test.ts',
  'server/src/orders/histories.test.ts',
  'server/src/chains/watcher/reorganise.test.ts',
  'server/src/loans/review/review.test.ts',
  'server/src/loans/applying.test.ts',
  'server/src/limits/histories.test.ts',
  'server/src/withdrawals/cutPoints.test.ts',
  'server/src/db/embedded/embedded.test.ts',
]

/** Order in which the projects start: tests that mostly wait come before tests that mostly compute. */
const KINDS = ['safety', 'browser', 'server', 'checks', 'rules']

/** vitest calls this with `new`. */
export function SlowestFirst(): TestSequencer {
  return { sort: async (specs) => inOrder(specs), shard: async (specs) => specs }
}

function inOrder(specs: readonly TestSpecification[]): TestSpecification[] {
  const ranks = new Map(specs.map((spec) => [spec, rankOf(spec)]))
  return specs.toSorted((one, other) => {
    const [a = [], b = []] = [ranks.get(one), ranks.get(other)]
    const at = a.findIndex((part, index) => part !== b[index])
    return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0)
  })
}

function rankOf({ moduleId, project }: TestSpecification): number[] {
  const listed = SLOWEST.findIndex((path) => moduleId.endsWith(`/${path}`))
  return [listed < 0 ? SLOWEST.length : listed, KINDS.indexOf(project.name), -statSync(moduleId).size]
}
