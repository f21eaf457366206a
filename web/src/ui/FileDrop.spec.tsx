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

it('ignores dragged text', async () => {
  const onFile = vi.fn()
  await renderPage(() => <FileDrop label="Import it" onFile={onFile} />)
  fireEvent.drop(window, { dataTransfer: { types: ['text/plain'], files: [] } })
  expect(onFile).not.toHaveBeenCalled()
})
