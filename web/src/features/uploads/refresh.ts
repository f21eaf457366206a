import type { QueryClient } from '@tanstack/react-query'
import { invalidateUploadFolders, invalidateUploadList } from '@/api/generated/endpoints/uploads/uploads'

/** Fetches the lists of files and folders again. */
export const refreshUploads = (client: QueryClient) =>
  Promise.all([invalidateUploadList(client), invalidateUploadFolders(client)])
