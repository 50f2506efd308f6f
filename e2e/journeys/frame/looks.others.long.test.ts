import { standTheLooks } from '../../support/scenes/standTheLooks.ts'

standTheLooks({
  proves: '[MSG-02] ',
  language: 'japanese',
  width: 390,
  height: 844,
  tight: true,
  axe: ['light'],
  alsoIn: ['korean', 'chinese'],
  tightIn: ['korean', 'chinese'],
})
