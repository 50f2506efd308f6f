import { spawnSync } from 'node:child_process'
import { cpus } from 'node:os'

/**
 * Keeps this program, and all that it starts, off the machine's last core, so that what is measured there never waits for a
 * core. Returns the command that starts a program on that core; null with one core, or without `taskset` (util-linux).
 */
export function leaveLastCore(): string | null {
  const last = cpus().length - 1
  if (last < 1) return null
  const others = last === 1 ? '0' : `0-${last - 1}`
  const moved = spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', others, String(process.pid)])
  return moved.status === 0 ? `taskset --cpu-list ${last}` : null
}
