import { standTheLooks } from '../../support/scenes/standTheLooks.ts'

standTheLooks({
  language: 'english',
  width: 1280,
  height: 800,
  axe: ['light', 'dark'],
  alsoAt: [
    [844, 390],
    [800, 1180],
    [1920, 1080],
  ],
})
