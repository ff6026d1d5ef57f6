"""Finds places of the table on the screen."""

from playwright.sync_api import Page

WHERE = """([x, y]) => {
  const drawn = document.querySelector('.board svg.units');
  const [wide, high] = drawn.getAttribute('aria-label').match(/\\d+/g).map(Number);
  const [step, at] = drawn.getAttribute('role') === 'grid' ? [64, [x + 0.5, high - 0.5 - y]] : [20, [x, high - y]];
  const point = new DOMPoint(at[0] * step, at[1] * step).matrixTransform(drawn.getScreenCTM());
  return [point.x, point.y];
}"""

Pixels = tuple[float, float]


def on_screen(page: Page, x: float, y: float) -> Pixels:
    """The pixel of a place of the table, which is given in inches or squares."""
    found = page.evaluate(WHERE, [x, y])
    return found[0], found[1]


def drag(page: Page, start: Pixels, end: Pixels) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()
