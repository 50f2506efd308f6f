import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './tool.ts'

interface Locked {
  version?: string
  integrity?: string
  link?: boolean
  os?: string[]
  cpu?: string[]
  optional?: boolean
  optionalDependencies?: Record<string, string>
  dependencies?: Record<string, string>
}

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>
}
const packages = Object.entries(lock.packages).filter(
  ([path, entry]) => path.startsWith('node_modules/') && !entry.link,
)

/** npm looks for a package beside the one that requires it, then in each folder above. */
function isLocked(asker: string, name: string): boolean {
  for (let folder = asker; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/node_modules/'), 0))) {
    if (`${folder === '' ? '' : `${folder}/`}node_modules/${name}` in lock.packages) return true
    if (folder === '') return false
  }
}

test('the lock file names the packages of every platform: npm omits those that a registry lacks', () => {
  const wanted = packages.flatMap(([path, entry]) =>
    Object.keys(entry.optionalDependencies ?? {}).map((name) => [path, name] as const),
  )
  expect(wanted.length).toBeGreaterThan(50)
  expect(wanted.filter(([asker, name]) => !isLocked(asker, name))).toEqual([])
})

test('every package has a version and, unless it is for another platform, a hash', () => {
  const isElsewhere = ({ os, cpu, optional }: Locked) => optional === true && (os ?? cpu) !== undefined
  expect(packages.filter(([, entry]) => entry.version === undefined).map(([path]) => path)).toEqual([])
  expect(
    packages
      .filter(([, entry]) => entry.integrity === undefined && !isElsewhere(entry))
      .map(([path]) => path),
  ).toEqual([])
})

test('our own package.json files name exact versions', () => {
  const ours = Object.entries(lock.packages).filter(([path]) => !path.includes('node_modules'))
  const loose = ours.flatMap(([path]) => {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(root, path, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string> | undefined>
    return Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
  })
  expect(loose).toEqual([])
})
