import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LAYERS } from '../e2e/support/scenes/layerTable.ts'
import { listFiles } from './files.ts'
import { root } from './tool.ts'

// The journey that presses Back and Escape on every layer knows only those in its table.

/** The components of a source that draw a layer, each with what it draws. */
function layersIn(source: string): string[] {
  const found = source.matchAll(/^(?:export )?function (\w+)|<(Sheet|ConfirmDialog|MenuDrawer)\b/gm)
  let component = ''
  const layers = new Set<string>()
  for (const [, name, kind] of found) {
    component = name ?? component
    if (kind) layers.add(`${component}/${kind}`)
  }
  return [...layers]
}

test('every component of the page that draws a layer is in the table of layers', () => {
  const screens = listFiles().filter((file) => /^web\/src\/.*(?<!\.(test|testing))\.tsx$/.test(file))
  const drawn = screens.flatMap((file) => layersIn(readFileSync(join(root, file), 'utf8')))
  const listed = new Set(Object.values(LAYERS).flatMap(({ layers }) => layers))
  expect(drawn.toSorted()).toEqual([...listed].toSorted())
})

test('the check finds each component, also several in one file', () => {
  const source = `
    import { Sheet } from '@tickmark/ui/layer/Sheet.tsx'
export function Own({ item }: Props) {
  return busy ? <Sheet {...frame}>{item}</Sheet> : <><Sheet {...frame} /><ConfirmDialog {...dialog} /></>
}
function Question<L extends number>(props: QuestionProps<L>) {
  return <ConfirmDialog open />
}
function Plain() {
  return <SheetTitle />
}
export function Menu() {
  return <MenuDrawer
    open />
}`
  expect(layersIn(source)).toEqual([
    'Own/Sheet',
    'Own/ConfirmDialog',
    'Question/ConfirmDialog',
    'Menu/MenuDrawer',
  ])
})
