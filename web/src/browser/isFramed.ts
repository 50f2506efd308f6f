/** Whether this page stands in a frame over another page of ours, which has its own title, warnings and way out. */
export function isFramed(): boolean {
  return window.parent !== window
}
