import { MOST_PICTURE_SIDE } from '@tickmark/wire/pictures'

/** In pixels. */
export interface PictureSize {
  width: number
  height: number
}

/** Whether a picture of this size may be stored. */
export function isAllowed({ width, height }: PictureSize): boolean {
  return [width, height].every((side) => side >= 1 && side <= MOST_PICTURE_SIDE)
}
