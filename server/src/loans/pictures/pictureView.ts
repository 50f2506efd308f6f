import type { Picture } from './pictureStore.ts'

/** A picture as its owner's page sees it. */
export function pictureView({ id, width, height, sha256 }: Picture) {
  return { id, url: `/api/loans/pictures/${id}`, width, height, sha256 }
}
