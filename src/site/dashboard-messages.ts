import { countOf } from '#contract/amounts.ts';
import { type FlatKind, ITEM_KINDS } from '#contract/items.ts';
import type { BulkAction } from './content/editor.ts';
import { errorToast, successToast } from './messages.ts';

/** The toasts of a kind of items, and the question before one is deleted (specification §5, §8). */
export function flatItemMessages(kind: FlatKind) {
  const [one, several] = ITEM_KINDS[kind].names;
  const done = (verb: string) =>
    successToast('Success', `${one.charAt(0).toUpperCase()}${one.slice(1)} ${verb} successfully!`);
  return {
    created: done('created'),
    updated: done('updated'),
    deleted: done('deleted'),
    fetchFailed: errorToast('Error', `Failed to fetch ${several}`),
    failed: errorToast('Error', `Failed to save ${one}`),
    deleteFailed: errorToast('Error', `Failed to delete ${one}`),
    question: `Are you sure you want to delete this ${one}?`,
  };
}

const BULK_RESULTS = {
  published: 'published',
  archived: 'archived',
  delete: 'deleted',
  category: 'moved',
  restore: 'restored',
  moveBack: 'moved back',
} as const satisfies Record<BulkAction | 'restore' | 'moveBack', string>;

/** Toasts of the dashboard beyond the specification, apart from messages.ts, which public pages load. */
export const DASHBOARD_MESSAGES = {
  bulkDone: (action: keyof typeof BULK_RESULTS, changed: number, of: number) =>
    changed === of
      ? successToast('Success', `${countOf(of, 'post')} ${BULK_RESULTS[action]}.`)
      : errorToast(
          'Error',
          `${changed} of ${countOf(of, 'post')} ${BULK_RESULTS[action]}. The others are gone, or you may not change them.`,
        ),
  bulkListFailed: errorToast('Error', 'The posts could not be selected. Please try again.'),
  bulkUndone: successToast('Success', 'The posts are in their former categories.'),
  bulkFailed: errorToast('Error', 'Nothing was changed. Please try again.'),
  postDuplicated: successToast('Success', 'The copy is a draft, and open now.'),
  postDuplicatedMeanwhile: successToast('Success', 'The copy is a draft in the list.'),
  duplicatePostFailed: errorToast('Error', 'The post could not be duplicated.'),
  postGone: errorToast('Error', 'This post no longer exists. See Recently deleted.'),
  itemGone: errorToast('Error', 'This item no longer exists. See Recently deleted.'),
  versionRestored: successToast('Success', 'The earlier version is restored.'),
  restoreVersionFailed: errorToast('Error', 'The earlier version could not be restored.'),
  savedMeanwhile: errorToast('Error', 'Somebody else saved this post while you were writing.'),
  previewEnded: successToast('Success', 'The preview link no longer works.'),
  makePreviewFailed: errorToast('Error', 'The preview link could not be made.'),
  endPreviewFailed: errorToast('Error', 'The preview link could not be ended.'),
  itemRestored: successToast('Success', 'Restored.'),
  restoreItemFailed: errorToast('Error', 'It could not be restored.'),
  fileDeleted: successToast('Success', 'The file is deleted.'),
  deleteFileFailed: errorToast('Error', 'The file could not be deleted.'),
  pictureDeleted: successToast('Success', 'The picture is deleted.'),
  deletePictureFailed: errorToast('Error', 'The picture could not be deleted.'),
  pictureNotUploaded: errorToast(
    'Error',
    'A pasted picture is not uploaded yet. Wait until it is in the text, or remove it.',
  ),
  pictureWithoutPlace: errorToast(
    'Error',
    'A pasted picture was uploaded, but its place in the text is gone. You can insert it from the pictures that are already here.',
  ),

  reviews: {
    asked: successToast('Success', 'An administrator is asked to review the post.'),
    askFailed: errorToast('Error', 'The review could not be asked for. Please try again.'),
    withdrawn: successToast('Success', 'The post is withdrawn. You can go on writing.'),
    withdrawFailed: errorToast('Error', 'The post could not be withdrawn. Please try again.'),
    returned: successToast('Success', 'The post is returned to its writer.'),
    returnFailed: errorToast('Error', 'The post could not be returned. It may have been withdrawn.'),
    commentFailed: errorToast('Error', 'The comment could not be saved. Please try again.'),
    resolveFailed: errorToast('Error', 'The comment could not be changed. Please try again.'),
  },

  fetchAccountsFailed: errorToast('Error', 'The accounts could not be loaded.'),
  fetchActivityFailed: errorToast('Error', 'The activity could not be loaded.'),
  roles: {
    admin: {
      granted: (email: string) => successToast('Success', `${email} is an administrator now.`),
      revoked: (email: string) => successToast('Success', `${email} is no longer an administrator.`),
    },
    writer: {
      granted: (email: string) => successToast('Success', `${email} is a writer now.`),
      revoked: (email: string) => successToast('Success', `${email} is no longer a writer.`),
    },
  },
  accountExported: (name: string) => successToast('Success', `The data held about ${name} has been downloaded.`),
  exportAccountFailed: errorToast('Error', 'The account could not be exported.'),
  accountDeleted: (name: string) => successToast('Success', `The account ${name} and its traces are deleted.`),
  invitationWithdrawn: (email: string) => successToast('Success', `The invitation of ${email} is withdrawn.`),
  deleteAccountFailed: errorToast('Error', 'The account could not be deleted.'),
  words: {
    created: successToast('Success', 'Saved. The site shows it now.'),
    updated: successToast('Success', 'Saved. The site shows it now.'),
    failed: errorToast('Error', 'The words could not be saved.'),
  },
  wordsScheduled: successToast('Success', 'Scheduled. The site shows the draft from then on.'),
  wordsUnscheduled: successToast('Success', 'The draft has no time any more.'),
  scheduleWordsFailed: errorToast('Error', 'The time could not be saved. Somebody may have changed the draft.'),
  draftDiscarded: successToast('Success', 'The draft is discarded.'),
  discardDraftFailed: errorToast('Error', 'The draft could not be discarded. Somebody may have changed it.'),
  draftRestored: successToast('Success', 'The draft is back.'),
  restoreDraftFailed: errorToast('Error', 'The draft could not be brought back.'),
  recipients: {
    created: successToast('Success', 'Saved. New enquiries go there.'),
    updated: successToast('Success', 'Saved. New enquiries go there.'),
    failed: errorToast('Error', 'The recipients could not be saved.'),
  },
  clearFailed: errorToast('Error', 'This could not be saved. Please try again.'),
  nameSaved: successToast('Success', 'Your name is saved.'),
  saveNameFailed: errorToast('Error', 'Your name could not be saved.'),
  changeRightsFailed: errorToast('Error', 'The rights could not be changed.'),
  lastAdministrator: errorToast(
    'Error',
    'This is the last administrator who can sign in. Make another one first; an invited person counts once they have chosen a password.',
  ),
  invited: (email: string) => successToast('Success', `The invitation to ${email} is on its way.`),
  invitedWithoutRights: (email: string) =>
    errorToast('Error', `The invitation is on its way, but ${email} did not get the role. Try again in the list.`),
  inviteFailed: (reason: string) => errorToast('Error', reason),
  mfaRequired: successToast('Success', 'Every administrator must use MFA now.'),
  mfaNotRequired: successToast('Success', 'MFA is no longer required.'),
  changeMfaPolicyFailed: errorToast('Error', 'The setting could not be changed.'),

  checkSystemFailed: errorToast('Error', 'The site could not be checked.'),
  fetchMailFailed: errorToast('Error', 'The messages could not be loaded.'),
  fetchBackupsFailed: errorToast('Error', 'The backups could not be loaded.'),
  mailRetried: (count: number) => successToast('Success', `${countOf(count, 'message')} will be tried now.`),
  retryMailFailed: errorToast('Error', 'The message could not be tried again.'),
  mailNotWaiting: errorToast('Error', 'This message has arrived, or is just being sent.'),
  testMailFailed: (reason = 'The test message could not be sent.') => errorToast('Error', reason),
  backupStarted: successToast('Success', 'The backup is being made. The list shows when it is complete.'),
  startBackupFailed: (reason = 'The backup could not be started.') => errorToast('Error', reason),
  downloadBackupFailed: (reason = 'The backup could not be downloaded.') => errorToast('Error', reason),
  mfaPolicyNeedsOwnMfa: errorToast('Error', 'Set up MFA for your own account first; then it can be required of all.'),
} as const;
