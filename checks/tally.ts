import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/**
 * A vitest reporter: writes the number of tests, the failed tests and the duration of each file into the file that
 * TICKMARK_TALLY names. `run.mjs` reads it. vitest calls the default export with `new`.
 */
export default function Tally(): Reporter {
  return { onTestRunEnd }
}

function onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
  const file = process.env['TICKMARK_TALLY']
  if (file === undefined) return
  // A file that cannot be loaded, a hook, or an error outside any test fails the run although no test failed.
  const count = { passed: 0, failed: errors.length, skipped: 0 }
  const failures = errors.map(nameOf)
  for (const module of modules) {
    if (module.errors().length > 0) {
      count.failed++
      failures.push(`${module.relativeModuleId}: could not be run`)
    }
    for (const suite of module.children.allSuites()) {
      if (suite.errors().length === 0) continue
      count.failed++
      failures.push(`${module.relativeModuleId}: ${suite.fullName} could not be run`)
    }
    for (const test of module.children.allTests()) {
      const { state } = test.result()
      count[state === 'pending' ? 'skipped' : state]++
      if (state === 'failed') failures.push(`${module.relativeModuleId}: ${test.fullName}`)
    }
  }
  const seconds = modules.map((module) => [module.relativeModuleId, secondsOf(module)])
  writeFileSync(file, JSON.stringify({ ...count, failures, seconds }))
}

/** The name of an error outside any test: its file, where a file was running, and its first line. */
function nameOf(error: SerializedError): string {
  const file = error['VITEST_TEST_PATH']
  const [line = ''] = error.message.split('\n')
  return typeof file === 'string' ? `${relative(process.cwd(), file)}: outside its tests, ${line}` : line
}

function secondsOf(module: TestModule): number {
  const { prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  return (prepareDuration + collectDuration + setupDuration + duration) / 1_000
}
