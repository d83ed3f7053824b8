/** The only script of the HTML report: copy buttons that also work from file://, where the clipboard API may be missing. */
export const reportScript = `
document.addEventListener('click', async (event) => {
  const button = event.target.closest('button[data-copy]');
  if (!button) return;
  const source = button.parentElement.querySelector('code');
  let copied = false;
  try {
    await navigator.clipboard.writeText(source.textContent);
    copied = true;
  } catch {
    const range = document.createRange();
    range.selectNodeContents(source);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    copied = document.execCommand('copy');
    if (copied) selection.removeAllRanges();
  }
  button.textContent = copied ? 'Copied' : 'Press Ctrl+C';
  setTimeout(() => { button.textContent = 'Copy'; }, 1600);
});
`;
