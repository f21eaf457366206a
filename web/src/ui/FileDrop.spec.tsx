import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test/render'
import { FileDrop } from './FileDrop'

const files = (list: File[]) => ({ dataTransfer: { types: ['Files'], files: list } })

it('takes a file that is dropped on the page, and shows where', async () => {
  const onFile = vi.fn()
  await renderPage(() => <FileDrop label="Import it" onFile={onFile} />)
  fireEvent.dragOver(window, files([]))
  expect(screen.getByText('Import it')).toBeTruthy()
  const file = new File(['a'], 'a.csv')
  fireEvent.drop(window, files([file]))
  expect(onFile).toHaveBeenCalledWith(file)
  expect(screen.queryByText('Import it')).toBeNull()
})

it('takes all dropped files where a page wants many, and the first where it wants one', async () => {
  const [onFile, onFiles] = [vi.fn(), vi.fn()]
  await renderPage(() => (
    <>
      <FileDrop label="One" onFile={onFile} />
      <FileDrop label="All" onFile={onFiles} many />
    </>
  ))
  fireEvent.drop(window, files([new File(['a'], 'a.png'), new File(['b'], 'b.png')]))
  expect(onFile).toHaveBeenCalledTimes(1)
  expect(onFiles).toHaveBeenCalledTimes(2)
})

it('ignores dragged text', async () => {
  const onFile = vi.fn()
  await renderPage(() => <FileDrop label="Import it" onFile={onFile} />)
  fireEvent.drop(window, { dataTransfer: { types: ['text/plain'], files: [] } })
  expect(onFile).not.toHaveBeenCalled()
})
