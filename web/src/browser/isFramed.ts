/** Whether this page runs in a frame inside another of our pages, which already shows title, warnings and a way out. */
export function isFramed(): boolean {
  return window.parent !== window
}
