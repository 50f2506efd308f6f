import { relative } from 'node:path'
import type { Config } from './config.ts'

/** The text at the start: the address, the simulated parts, and how to stop the server. */
export function banner(
  config: Config,
  url: string,
  folders: readonly string[],
  consoleLink: string | null,
): string {
  const lines = [
    '',
    `  Tickmark is open at ${url}`,
    '',
    ...(config.mode === 'sandbox' ? SANDBOX : []),
    ...(consoleLink === null ? [] : consoleLines(consoleLink)),
    `  Calls are described at ${url}/docs, data is kept in ${config.dataDir}.`,
    ...apart(folders),
    '  Ctrl-C stops it.',
    '',
  ]
  return `${lines.join('\n')}\n`
}

/** The person who started the sandbox is its first operator. */
function consoleLines(link: string): string[] {
  return [`  To the operators’ console, once and within a day: ${link}`]
}

/** For root, the database may lie outside DATA_DIR: anyone who backs up or deletes one folder must know of the other. */
function apart([dataDir = '', ...others]: readonly string[]): string[] {
  const outside = others.filter((folder) => relative(dataDir, folder).startsWith('..'))
  return outside.map((folder) => `  The database is in ${folder}, which its account can enter: back up both.`)
}

const SANDBOX = [
  '  This is a sandbox. The prices are simulated and all money is test money: nothing here can be won or lost.',
  '  Anyone can join with a wallet, or with a practice wallet made in the page.',
]
