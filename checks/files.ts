import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './tool.ts'

/** Tracked files, and untracked files that git does not ignore. */
export function listFiles(folder = root): string[] {
  const parameters = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const names = execFileSync('git', parameters, { cwd: folder, encoding: 'utf8' }).split('\0')
  return names.filter((name) => name !== '' && existsSync(join(folder, name)))
}
