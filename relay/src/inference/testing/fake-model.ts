/** The channel's path and its model are tested in `packages/hearing`; the relay's tests run the same stand-ins. */
export {
  FakeModel,
  FULL_READER_PATH,
  LIVE_READER_PATH,
  SHIPPED_MODEL_PATH,
} from '../../../../packages/hearing/src/testing/fake-model.js';
