import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process'

/**
 * Starts a shell script that outlives us, to end a process of ours. Its pipe closes when we exit, however we exit: then
 * it reads the end of file.
 */
export function guardProcess(
  script: string,
  parameters: readonly string[],
  options: SpawnOptions = {},
): ChildProcess {
  const child = spawn('/bin/sh', ['-c', script, ...parameters], {
    ...options,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  ;(child.stdin as unknown as { unref(): void }).unref()
  return child
}
