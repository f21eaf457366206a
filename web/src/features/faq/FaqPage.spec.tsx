import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '@/api/errors'
import { renderPage } from '../../../test/render'
import { FaqPage } from './FaqPage'

const { asked, answer } = vi.hoisted(() => ({
  asked: vi.fn(),
  answer: { data: undefined as unknown, error: undefined as unknown },
}))

vi.mock('@/context/site', () => ({
  useSite: () => ({ domain: { name: 'Pacific', contact_email: 'care@pacific.test', flags: {} } }),
}))
vi.mock('@/api/generated/endpoints/support/support', () => ({
  useFaqShow: (params: unknown) => {
    asked(params)
    return answer
  },
}))

const question = (language: string) => ({
  id: language,
  language,
  question: `Question in ${language}`,
  answer_html: '<p><strong>The answer</strong></p>',
})

const show = (search = '', onSearch = vi.fn()) => {
  const page = () => <FaqPage search={search} onSearch={onSearch} isSignedIn={false} />
  return renderPage(page)
}

it('marks what is shown in another language than the page', async () => {
  const groups = [{ id: 'g', title: 'Customs', questions: [question('en'), question('pt-BR')] }]
  Object.assign(answer, { data: { data: { groups } }, error: undefined })
  await show()
  expect(screen.getByRole('heading', { level: 2, name: 'Customs' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Question in en' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Question in pt-BR.*In Português/ })).toBeVisible()
  expect(screen.getByText('Question in pt-BR')).toHaveAttribute('lang', 'pt-BR')
})

it('says what was not found, and searches when Enter is pressed', async () => {
  Object.assign(answer, { data: { data: { groups: [] } }, error: undefined })
  const onSearch = vi.fn()
  await show('unicorn', onSearch)
  expect(asked).toHaveBeenLastCalledWith({ language: 'en', search: 'unicorn' })
  expect(screen.getByText(/unicorn/)).toBeVisible()
  const field = screen.getByRole('searchbox')
  fireEvent.change(field, { target: { value: ' tax ' } })
  fireEvent.keyDown(field, { key: 'Enter' })
  expect(onSearch).toHaveBeenCalledExactlyOnceWith('tax')
})

it('sends visitors of a company that keeps its answers to itself to the company', async () => {
  Object.assign(answer, { data: undefined, error: new ApiError(404) })
  await show()
  expect(screen.getByRole('link', { name: 'care@pacific.test' })).toBeVisible()
  expect(screen.queryByRole('searchbox')).toBeNull()
})
