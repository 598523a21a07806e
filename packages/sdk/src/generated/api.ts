// Generated from docs/openapi.json by `npm run generate`. Do not edit.

export interface paths {
    readonly "/v1/stream/tokens": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Let one page open one stream, or watch
         * @description The token is good once. With the scope `stream.write` it opens one session; a fresh one for the same `session_id` resumes it. With `stream.observe` alone it watches that session, or, where none is named, any of the organization’s, costs nothing and takes no place of the plan; those who are watched are told, by the `role` of its `metadata`.
         */
        readonly post: operations["createStreamToken"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/api-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List API keys
         * @description Keys that were not revoked, oldest first; a key that has expired is listed until it is revoked.
         */
        readonly get: operations["listApiKeys"];
        readonly put?: never;
        /**
         * Create an API key
         * @description The answer holds the key, this once. `rate_limit` is at most the plan’s requests a minute; a larger one is refused with the plan’s figure. A key never makes one beyond itself: of its own limit and expiry, the new key has the lower and the earlier at most, and a scope that it lacks is refused with `forbidden`. With `scopes`, the key may be used for these alone: `sessions` covers everything about conversations, `speakers` voices and lines, `models` fine-tuning too, `billing` wallet and usage, `organization` export, retention, logs and deletion of everything, `members` people and their rights.
         */
        readonly post: operations["createApiKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/api-keys/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke an API key
         * @description Its requests get 401, the streams it opened end within 5 s, and so do those of the tokens made with it. A key may revoke itself.
         */
        readonly delete: operations["revokeApiKey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/organization": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The organization of the key
         * @description Name, plan, and what was declared about the people it records. Name, plan and declarations are the operator’s to change.
         */
        readonly get: operations["getOrganization"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete the organization
         * @description For ever. `confirm` must be its name. Every key stops at once, this one too, and streams end within 5 s; within minutes no table has a row of it: sessions, people, money, the audit log. Export it before. The first organization of a relay is the relay’s own: 409.
         */
        readonly delete: operations["deleteOrganization"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Set how long sessions are kept, whether what was said is, the language of texts, and that no emotion of an employee is analyzed
         * @description A shorter retention begins within a minute, for what is stored already too: what is older goes, and nothing brings it back. What was said is kept from the moment on at which `transcript_days` is set; null again deletes all of it. The ledger and the audit log stay.
         */
        readonly patch: operations["updateOrganization"];
        readonly trace?: never;
    };
    readonly "/v1/organization/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Everything that is stored about the organization
         * @description Row by row, with the names that tables and columns have, up to 1,000 rows a page. Hashes and sealed secrets are left out. What changes between two pages may be in either state.
         */
        readonly get: operations["exportOrganization"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/wallet": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The credits of the organization
         * @description One credit pays for one second of audio. `balance` is what was paid in minus what was charged; `held` is set aside of it for work under way, and `available` is the rest: new work is refused with 402 when it does not do.
         */
        readonly get: operations["getWallet"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/usage": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Credits used, by day, API key and kind of work
         * @description Days are in UTC, the newest first; `from` and `to` are included, by default the last 30 days, at most 366. `operations` counts sessions, requests or jobs; `key_id` is null for work that no key asked for. A list that goes on has a `next_cursor`: the same request with it as `cursor` gives the next rows. `total` is over all rows, on every page.
         */
        readonly get: operations["getUsage"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/wallet/budgets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Limits on the wallet
         * @description Each is told of by the event `wallet.budget_reached`, once in a calendar month (UTC). A limit only tells: work goes on as long as there are credits.
         */
        readonly get: operations["getBudgets"];
        /**
         * Set the limits on the wallet
         * @description All of them at once, at most 10; an empty list removes them. One that stays keeps what it has told; a new one that is crossed already is told of within seconds.
         */
        readonly put: operations["setBudgets"];
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/analyze": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Analyze one audio segment
         * @description Audio as a file, base64 text or an address, one of them. Each second of audio costs a credit, silence too; a recording that cannot be read costs nothing.
         */
        readonly post: operations["analyze"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/analyze/audio": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Analyze an audio file sent as the body
         * @description With a raw body the parameters are in the query; with a form they are its fields.
         *
         *     A request with `file`, `output_format`, or `language` without `cues` comes from a client of the hosted service: its answer has that service’s fields besides, and its scales (see docs/migrating.md).
         */
        readonly post: operations["analyzeAudio"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/analyze/base64": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Analyze audio sent as base64 text
         * @description A request with `file`, `output_format`, or `language` without `cues` comes from a client of the hosted service: its answer has that service’s fields besides, and its scales (see docs/migrating.md).
         */
        readonly post: operations["analyzeBase64"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/analyze/batch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Analyze several recordings
         * @description Where the `results` are: up to 10 items are answered with 200 and them; more become a job, answered with 202, and they are at `GET /v1/analyze/jobs/{id}` (also in `Location`), in the same order. At most 100 items and 50 MB of body. Each finished item is an `analysis.complete` event. An empty wallet is 402. An item that fails has an `error`, the others their results. Items that name no `line` are heard as one line, whatever their order: what they have in common is taken out of how each sounds, from three items with speech on. `one_line: false` judges each by itself.
         */
        readonly post: operations["analyzeBatch"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/analyze/jobs/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * How far a batch has come, and its results
         * @description Results are kept for 24 hours.
         */
        readonly get: operations["getAnalysisJob"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List, search and sort sessions
         * @description Newest first unless `sort` and `order` say otherwise. A cursor goes on with the filters and the order that it was given for; repeat them. Sessions that begin meanwhile are on no later page.
         */
        readonly get: operations["listSessions"];
        readonly put?: never;
        /**
         * Create conversation session
         * @description A live stream with a token for this id, uploads with this `session_id` and utterances added here are one conversation.
         */
        readonly post: operations["createSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get session predictions
         * @description Where the session stands, what is expected of it, and why. Of an ended session: what was expected at its end.
         */
        readonly get: operations["getSession"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a session
         * @description With its utterances, its stream, its events, and what was learned from it; a stream that runs is ended. What was charged stays on the ledger, and a withdrawn consent in the audit log. A stream cannot be opened under the name again.
         */
        readonly delete: operations["deleteSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sessions/{id}/end": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * End a session
         * @description Ending it again changes nothing. The outcome may come with it, or later.
         */
        readonly post: operations["endSession"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sessions/{id}/alerts/{alert_id}/acknowledge": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Say that an alert was seen
         * @description It counts as open for as long as its value is beyond the threshold, seen or not. Saying it again changes nothing.
         */
        readonly post: operations["acknowledgeAlert"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sessions/{id}/transcript": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get what was said in a session
         * @description Words that came with utterances and streams, in order, 200 lines a page. They are kept only while `transcript_days` of the organization is set, that many days from when they came, and at most as long as the session. What arrives while a payment is taken is not taken up.
         */
        readonly get: operations["getTranscript"];
        readonly put?: never;
        /**
         * Add a transcript to a session
         * @description For clients of the hosted service; elsewhere, `POST /v1/sessions/{id}/utterances` with `transcript`, turn by turn. One utterance without a tone is added; the words themselves are kept only where `transcript_days` of the organization says so, and the same words count once.
         */
        readonly post: operations["addTranscript"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/overview": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Calls by day or week
         * @description Sums over the sessions that are over, by the day (UTC) on which they began, at most 366 days. Never by agent. Escalations, cues and emotions are known of sessions that ended since this release.
         */
        readonly get: operations["getOverview"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sessions/{id}/utterances": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the utterances of a session
         * @description All of them, in the order of the call, without their words. A cursor goes on behind the last utterance of its page: what comes while the call goes on is on a later page, and one that belongs before the cursor, because it arrived late, on none.
         */
        readonly get: operations["listUtterances"];
        readonly put?: never;
        /**
         * Add utterance to a session
         * @description Audio by any source, an analysis result that is there already, or a transcript turn. An utterance counts once, by its id; one that arrives late is put where it belongs. Audio stands from its first speech to its last, the silence around it passes: a call that is cut into recordings has the times of the call. Sent without `start` and `index`, it follows what came before.
         *
         *     | When | Answer |
         *     |---|---|
         *     | the session is unknown or another organization’s | 403 `forbidden` |
         *     | the session was yours and was deleted in the last 30 days | 404 `not_found` |
         *     | the session has ended or expired | 409 `conflict`, `details.session_id` |
         *     | its stream is paused because consent was withdrawn, and the utterance says how somebody sounds | 403 `policy_blocked` |
         *     | the same utterance is sent again under its `utterance_id` or `index` | 200: nothing is changed or charged; `duplicate` is true |
         *     | another utterance has this `utterance_id` or `index` | 409 `conflict`, `details.utterance_id` |
         *     | it arrives after later ones, by `start` or `index` | 201: it is put where it belongs, and everything is predicted anew |
         *     | it overlaps another one in time | 201: both count; where the speakers differ, the one who begins second interrupts |
         *     | `start` or `duration` is negative, not a number or beyond seven days or an hour | 400 `validation_error`, `details.start` |
         *     | `transcript` is longer than 100,000 characters | 400 `validation_error`, `details.transcript` |
         *     | an id is empty, longer than 128 characters, or no well-formed text (NUL, half a surrogate pair) | 400 `validation_error`, `details.utterance_id` |
         *     | there is no audio, result or transcript | 400 `validation_error`, `details.audio` |
         *     | there is more than one audio source | 400 `validation_error`, `details.audio_url` |
         */
        readonly post: operations["addUtterance"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sessions/{id}/outcome": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Say how a session turned out
         * @description The organization’s predictions learn from it at once. Sent again it replaces the former one, and everything is learned anew without that.
         *
         *     | When | Answer |
         *     |---|---|
         *     | the session is unknown or another organization’s | 403 `forbidden` |
         *     | the session was yours and was deleted in the last 30 days | 404 `not_found` |
         *     | the session goes on: its outcome lies in the future | 409 `conflict` |
         *     | `observed_at` is in the future | 400 `validation_error`, `details.observed_at` |
         *     | it says nothing | 400 `validation_error`, `details.body` |
         */
        readonly post: operations["submitOutcome"];
        /**
         * Take an outcome back
         * @description Everything is learned anew without it.
         */
        readonly delete: operations["withdrawOutcome"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/feedback/corrections": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Correct how an utterance sounded
         * @description The session is read anew with it, and what the organization learned from the session is learned anew. The emotion model itself does not change; where the utterance’s consent covers `training`, a corrected emotion becomes a sample for `POST /v1/fine-tune` with `corrections`.
         */
        readonly post: operations["correctUtterance"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/feedback/cues": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Say how a cue was received
         * @description As `steering.feedback` in the stream, for agents’ desktops that answer from a server: `dismissed` and `not_useful` make cues of this type rarer in the session, `accepted` makes them as frequent as before, `snoozed` silences the type for five minutes, `shown` only tells. Each counts once for a cue, over whatever route it comes. It reaches the stream at once on the relay that holds it, within 5 s on any other. A cue that is none of the newest 32 changes nothing.
         */
        readonly post: operations["answerCue"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/kpis": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List KPIs
         * @description As they were defined.
         */
        readonly get: operations["listKpis"];
        readonly put?: never;
        /**
         * Define a KPI
         * @description From then on every answer about a session, and every analysis, has it in `kpi_predictions`; a recording without a session counts as a conversation of one utterance. Prior: half of what is believed of CSAT or resolution, by `direction`. Learned: from the values submitted as outcomes.
         */
        readonly post: operations["createKpi"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/kpis/{name}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        /**
         * Define a KPI anew
         * @description With another kind, range or categories it measures something else, and its learning begins anew. Thresholds on it stay, unless it is in categories now.
         */
        readonly put: operations["redefineKpi"];
        readonly post?: never;
        /**
         * Delete a KPI
         * @description Thresholds on it (`/v1/alerts`) go with it.
         */
        readonly delete: operations["deleteKpi"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/predictions/quality": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * See whether the predictions help
         * @description Per target: Brier score, log loss, lift against the prior and against the running base rate, and the reliability curve; of numbers the root mean squared error and how often the interval held. Each outcome is scored before it is learned from.
         */
        readonly get: operations["getPredictionQuality"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/predictions/versions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List what was learned, oldest first
         * @description Version 0, the prior, is always there and not listed.
         */
        readonly get: operations["listPredictionVersions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/predictions/rollback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Go back to an earlier version
         * @description Makes a new version that thinks what that one thought. 0 is the prior.
         */
        readonly post: operations["rollBackPredictions"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/alerts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the thresholds
         * @description The defaults, where none were set: `configured` says which.
         */
        readonly get: operations["getAlertRules"];
        /**
         * Set the thresholds
         * @description A crossing, either way, is told as `session.prediction`; entering also raises an alert (`alert.triggered`) unless `alert` is false.
         */
        readonly put: operations["setAlertRules"];
        readonly post?: never;
        /**
         * Go back to the default thresholds
         * @description Sessions that go on follow them with their next prediction.
         */
        readonly delete: operations["resetAlertRules"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/sessions/{id}/watch": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Let one page watch a live call
         * @description The token observes the newest live stream of that name, and no other: it is good once, costs nothing and takes no place of the plan. A call that another system brings (telephony, for example) is found by its own id or by its agent. 403 when no stream of yours has the name now, whatever others have.
         */
        readonly get: operations["watchSession"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List webhooks
         * @description Oldest first, with how deliveries to each go.
         */
        readonly get: operations["listWebhooks"];
        readonly put?: never;
        /**
         * Create a webhook
         * @description The secret signs every delivery. It is not echoed, here or later.
         */
        readonly post: operations["createWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a webhook
         * @description With how deliveries to it go. The secret is in no answer.
         */
        readonly get: operations["getWebhook"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a webhook and the record of its deliveries
         * @description Nothing is sent any more, what is under way neither.
         */
        readonly delete: operations["deleteWebhook"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a webhook’s events, or switch it off and on
         * @description While it is off, no deliveries are made, and those under way are cancelled. Switched on again, it starts anew.
         */
        readonly patch: operations["updateWebhook"];
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{id}/rotate-secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replace a webhook’s secret
         * @description For 24 hours deliveries carry signatures of both secrets: `webhook-signature` lists both, `X-Service-Signature` has the new one’s and `X-Service-Signature-Previous` the old one’s.
         */
        readonly post: operations["rotateWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhook-deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the deliveries to all webhooks
         * @description Newest first, each with its attempts. `webhook_id`, `event_type` and `status` restrict the list. Kept for 30 days.
         */
        readonly get: operations["listDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{id}/deliveries/{delivery_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a delivery, with what was sent and what was answered
         * @description `payload` is the body, byte for byte as it was signed and sent. Kept for 30 days.
         */
        readonly get: operations["getWebhookDelivery"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List a webhook’s deliveries
         * @description Newest first, each with its attempts. `next_cursor` asks for the next page; null on the last. Kept for 30 days.
         */
        readonly get: operations["listWebhookDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a delivery again
         * @description The same event id and the same bytes; the schedule of attempts begins again.
         */
        readonly post: operations["redeliverWebhookDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/webhooks/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Send a test event
         * @description An example of one of the webhook’s events (`type`, else its first), signed and retried like any other, with `X-Service-Test: true`.
         */
        readonly post: operations["testWebhook"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/voice/speakers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List people enrolled by the organization
         * @description Oldest first. `next_cursor` asks for the next page; null on the last.
         */
        readonly get: operations["listSpeakers"];
        readonly put?: never;
        /**
         * Enroll a person by voice, with a recorded consent
         * @description The recording holds one voice. What is wrong with it is told in `details.audio`, beginning with `silent`, `not_speech`, `too_short`, `several_voices`, `too_noisy` or `clipped`. Billed as an analysis of the same length; a recording that cannot be used costs nothing.
         */
        readonly post: operations["enrollSpeaker"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/voice/speakers/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get an enrolled person
         * @description What is known of the enrollment and the consent. What the voice is like is in no answer.
         */
        readonly get: operations["getSpeaker"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete an enrolled person, and everything derived from the voice
         * @description Every stream of every relay forgets the person within a minute. Where the consent was withdrawn, `withdraw` records that too.
         */
        readonly delete: operations["deleteSpeaker"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Rename an enrolled person, or change when the voice is forgotten
         * @description What is left out stays.
         */
        readonly patch: operations["updateSpeaker"];
        readonly trace?: never;
    };
    readonly "/v1/voice/speakers/{id}/enrollments": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enroll a person again: a new version of the template
         * @description As the first enrollment: the consent is the same one again, or a new one. `mode: add` with somebody else’s voice is refused with `another_voice`.
         */
        readonly post: operations["enrollSpeakerAgain"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/voice/speakers/{id}/withdraw": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Follow a withdrawn consent
         * @description Deletes the template and everything derived from it, on every relay within a minute. The consent cannot be used again.
         */
        readonly post: operations["withdrawSpeakerConsent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/lines": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the lines about which something is known
         * @description What the calls of a line have in common: sums, no audio and no voice. Oldest first, one for each model. `next_cursor` asks for the next page; null on the last.
         */
        readonly get: operations["listLines"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Forget what is known about a line, or about all lines
         * @description Calls that go on keep what they began with, and teach the line again when they end.
         */
        readonly delete: operations["deleteLines"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fine-tune": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List fine-tune jobs
         * @description Newest first. `next_cursor` asks for the next page; null on the last.
         */
        readonly get: operations["listFineTunes"];
        readonly put?: never;
        /**
         * Create fine-tune job
         * @description Trains a classifier over the base model’s embedding from labelled samples (0.4 to 60 s each, at most 2,000 and 7,200 s). Audio that is sent is heard at once and never written down; what is behind URLs is fetched by the job. One credit for each second of samples used, set aside now, charged when a model came of it. At least 20 samples, two labels, and three samples of each.
         */
        readonly post: operations["createFineTune"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fine-tune/{id}/samples": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * What became of each sample
         * @description Whether it could be used, and why not.
         */
        readonly get: operations["listFineTuneSamples"];
        readonly put?: never;
        /**
         * Add samples to a job that is not started
         * @description At most 50 MB and 500 files in one request; send as many requests as it takes.
         */
        readonly post: operations["addFineTuneSamples"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fine-tune/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get fine-tune status
         * @description Ask every few seconds while it goes on. The `report` is there when it is over.
         */
        readonly get: operations["getFineTune"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a job that is over, its samples and its model
         * @description One that goes on is refused with `conflict`: cancel it first.
         */
        readonly delete: operations["deleteFineTune"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fine-tune/{id}/start": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Start a job with the samples it has
         * @description For a job that was made with `start: false`. No more samples can be added.
         */
        readonly post: operations["startFineTune"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/fine-tune/{id}/cancel": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Cancel a job
         * @description At any state before its end; nothing is charged.
         */
        readonly post: operations["cancelFineTune"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/models": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List models
         * @description The base model and yours, with which of them answers requests that name none.
         */
        readonly get: operations["listModels"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/models/{name}/activate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make a model the default
         * @description Of its own vertical; where it has none, of all verticals that have no default of their own. The base model’s name goes back to the base model, in every vertical or in the one that is named. Requests without a `model` follow within two seconds.
         */
        readonly post: operations["activateModel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/models/rollback": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Go back to the default before
         * @description Takes the last activation back, of one vertical or of all that have no default of their own; with it, what the base model took the place of at the same time.
         */
        readonly post: operations["rollBackModel"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List members
         * @description Who may sign in to the console, oldest first, also those who were invited and have not come yet.
         */
        readonly get: operations["listMembers"];
        readonly put?: never;
        /**
         * Invite a member
         * @description The answer holds a link, this once, good for seven days and for one person: hand it over yourself, the relay sends no mail. Who opens it makes a passkey and is signed in. A key with limits gives no right beyond them.
         */
        readonly post: operations["inviteMember"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/members/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a member
         * @description With passkeys and sign-ins: requests get 401 and streams end within 5 s. API keys that the member made stay. The last owner who can sign in stays: 409.
         */
        readonly delete: operations["removeMember"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a member’s role or name
         * @description Counts within 5 s on every relay. The last owner who can sign in stays one: 409.
         */
        readonly patch: operations["updateMember"];
        readonly trace?: never;
    };
    readonly "/v1/members/{id}/invitation": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Make a new link for a member
         * @description For a link that was lost or has ended, and for a member who lost the passkey. The link before opens nothing any more.
         */
        readonly post: operations["inviteMemberAgain"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/members/{id}/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Where a member is signed in
         * @description Newest first. A sign-in ends by itself after eight hours.
         */
        readonly get: operations["listMemberSessions"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/members/{id}/sessions/{session_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * End a sign-in
         * @description Its requests get 401, and what it watches ends, within 5 s on every relay.
         */
        readonly delete: operations["endMemberSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/members/{id}/passkeys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * A member’s passkeys
         * @description What the member signs in with. The keys themselves stay on the member’s devices.
         */
        readonly get: operations["listPasskeys"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/members/{id}/passkeys/{passkey_id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a passkey
         * @description Sign-ins that were made with it go on until they end or are ended. The only way to sign in stays: 409.
         */
        readonly delete: operations["removePasskey"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/requests": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The requests of the last week
         * @description Newest first: who asked for what, and what came of it; never what was said. Kept for seven days, 100,000 at most. A request is in the list a few seconds after its answer. `next_cursor` asks for the next page; null on the last.
         */
        readonly get: operations["listRequests"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * The audit log
         * @description Newest first: what was done to the organization, and by whom. Nobody can change an entry; the operator can verify that (`audit verify`).
         */
        readonly get: operations["listAuditEntries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/features/prosody": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Measure the prosody of a recording
         * @description For clients of the hosted service; elsewhere, `POST /v1/analyze` with the feature `prosody`. Billed as an analysis.
         */
        readonly post: operations["extractProsody"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/feedback/correction": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Correct a prediction
         * @description For clients of the hosted service; elsewhere, `POST /v1/feedback/corrections`, which does the same by session and utterance.
         */
        readonly post: operations["correctPrediction"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/v1/feedback/session_outcome": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Say how a conversation turned out
         * @description For clients of the hosted service; elsewhere, `POST /v1/sessions/{id}/outcome`. A conversation without a live stream ends with it, since these clients never end one.
         */
        readonly post: operations["submitSessionOutcome"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly "analysis.complete": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Async analysis finished
         * @description Async analysis finished.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "analysis.complete",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "request_id": "req_7QwYb2sXJr0dKf4mTzVn9a",
                     *         "emotion": "frustrated",
                     *         "confidence": 0.82,
                     *         "valence": -0.41,
                     *         "arousal": 0.63,
                     *         "dominance": 0.12,
                     *         "state": "frustrated",
                     *         "metrics": {
                     *           "escalation_risk": "high",
                     *           "csat_predicted": 2.1
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "analysis.complete";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description As in `X-Request-Id` of the request that sent the recording. */
                            readonly request_id: string;
                            /** @description Of the job; absent where the request itself answered. */
                            readonly job_id?: string;
                            /** @description Of the batch’s item; absent of a single recording. */
                            readonly item_id?: string;
                            /** @description Why the item failed; absent where it was analyzed. */
                            readonly error?: {
                                /** @description Stable; safe to match on. */
                                readonly code: string;
                                /** @description For people. */
                                readonly message: string;
                            } & {
                                readonly [key: string]: unknown;
                            };
                            /** @description The top label; `uncertain` without speech. Absent: not asked for, or the item failed. */
                            readonly emotion?: string;
                            /** @description How sure the label is, 0 to 1. */
                            readonly confidence?: number;
                            /** @description The confidence lies below the model’s own floor: show the label as uncertain. */
                            readonly uncertain?: boolean;
                            /** @description -1 unpleasant to 1 pleasant. Null: no speech. Absent: not asked for, or the item failed. */
                            readonly valence?: number | null;
                            /** @description -1 calm to 1 excited. Null: no speech. Absent: not asked for, or the item failed. */
                            readonly arousal?: number | null;
                            /** @description -1 submissive to 1 dominant. Null: no speech. Absent: not asked for, or the item failed. */
                            readonly dominance?: number | null;
                            /** @description The vertical’s word for how the speaker sounds. Null: no speech. Absent: not asked for, or the item failed. */
                            readonly state?: string | null;
                            /** @description The vertical’s figures, words and flags, by name. Null: no speech. Absent: not asked for, or the item failed. */
                            readonly metrics?: ({
                                /** @description `low`, `medium` or `high`; of `contact_center`. */
                                readonly escalation_risk?: string;
                                /** @description The customer’s score, 1 to 5; of `contact_center`. */
                                readonly csat_predicted?: number;
                            } & {
                                readonly [key: string]: unknown;
                            }) | null;
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "session.end": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Conversation session ended
         * @description Conversation session ended.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "session.end",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "session_id": "ses_01h2xcejqtf2nbrexx3vqjhp41",
                     *         "duration": 184.2,
                     *         "utterance_count": 23,
                     *         "final_emotion": "content",
                     *         "emotion_trajectory": [
                     *           "frustrated",
                     *           "neutral",
                     *           "content"
                     *         ],
                     *         "predictions": {
                     *           "escalation_risk": 0.31,
                     *           "churn_risk": 0.22,
                     *           "resolution_probability": 0.74,
                     *           "predicted_csat": 3.8
                     *         },
                     *         "summary": {
                     *           "dominant_emotion": "neutral",
                     *           "peak_escalation_risk": 0.68,
                     *           "sentiment_change": 0.37
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "session.end";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description The name of the session. */
                            readonly session_id: string;
                            /** @description Seconds that the session lasted. */
                            readonly duration: number;
                            /** @description Of everybody. */
                            readonly utterance_count: number;
                            /** @description The callers’ last label; `uncertain` where none was heard. */
                            readonly final_emotion: string;
                            /** @description One label per utterance of callers, in order. */
                            readonly emotion_trajectory: readonly string[];
                            /** @description As they stood then; a value that was never predicted is absent. */
                            readonly predictions: {
                                /** @description 0 to 1: that somebody else has to take over. */
                                readonly escalation_risk?: number;
                                /** @description 0 to 1: that the customer leaves. */
                                readonly churn_risk?: number;
                                /** @description 0 to 1: that the matter is settled. */
                                readonly resolution_probability?: number;
                                /** @description The customer’s score, 1 to 5. */
                                readonly predicted_csat?: number;
                            };
                            /** @description How the callers sounded, over the whole session. */
                            readonly summary: {
                                /** @description The label that held longest; `uncertain` where none was heard. */
                                readonly dominant_emotion: string;
                                /** @description The highest after any utterance, 0 to 1. */
                                readonly peak_escalation_risk: number;
                                /** @description Mean valence of the second half minus that of the first, -2 to 2. */
                                readonly sentiment_change: number;
                            };
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "session.prediction": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Prediction threshold crossed
         * @description Prediction threshold crossed.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "session.prediction",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "session_id": "ses_01h2xcejqtf2nbrexx3vqjhp41",
                     *         "prediction": "escalation_risk",
                     *         "direction": "above",
                     *         "threshold": 0.7,
                     *         "value": 0.74,
                     *         "emotion": "angry",
                     *         "utterance_count": 9,
                     *         "predictions": {
                     *           "escalation_risk": 0.74,
                     *           "churn_risk": 0.22,
                     *           "resolution_probability": 0.74,
                     *           "predicted_csat": 3.8,
                     *           "sentiment_forecast": -0.28
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "session.prediction";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description The name of the session. */
                            readonly session_id: string;
                            /** @description Which prediction crossed its threshold. */
                            readonly prediction: ("escalation_risk" | "churn_risk" | "resolution_probability" | "predicted_csat" | "sentiment_forecast") | string;
                            /**
                             * @description On which side of the threshold the value is now.
                             * @enum {string}
                             */
                            readonly direction: "above" | "below";
                            /** @description In the prediction’s unit. */
                            readonly threshold: number;
                            /** @description In the prediction’s unit, at this moment. */
                            readonly value: number;
                            /** @description The callers’ last label; `uncertain` where none was heard. */
                            readonly emotion: string;
                            /** @description Of everybody, so far. */
                            readonly utterance_count: number;
                            /** @description All predictions at this moment. */
                            readonly predictions: {
                                /** @description 0 to 1: that somebody else has to take over. */
                                readonly escalation_risk?: number;
                                /** @description 0 to 1: that the customer leaves. */
                                readonly churn_risk?: number;
                                /** @description 0 to 1: that the matter is settled. */
                                readonly resolution_probability?: number;
                                /** @description The customer’s score, 1 to 5. */
                                readonly predicted_csat?: number;
                                /** @description Valence of what comes next, -1 to 1. */
                                readonly sentiment_forecast: number;
                            };
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "alert.triggered": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Custom alert triggered
         * @description Custom alert triggered.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "alert.triggered",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "rule_id": "escalation_risk_high",
                     *         "alert_type": "escalation_risk_high",
                     *         "session_id": "ses_01h2xcejqtf2nbrexx3vqjhp41",
                     *         "threshold": 0.8,
                     *         "value": 0.86,
                     *         "emotion": "angry",
                     *         "recommended_action": "Offer to bring in a supervisor before it is asked for."
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "alert.triggered";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description Of the rule that raised it. */
                            readonly rule_id: string;
                            /** @description The rule’s own name for it, or its metric with `_high` or `_low`. */
                            readonly alert_type: string;
                            /** @description The name of the session. */
                            readonly session_id: string;
                            /** @description In the metric’s unit. */
                            readonly threshold: number;
                            /** @description That crossed it, in the metric’s unit. */
                            readonly value: number;
                            /** @description The callers’ last label; `uncertain` where none was heard. */
                            readonly emotion: string;
                            /** @description The rule’s, else that of the predictions. */
                            readonly recommended_action: string;
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "fine_tune.started": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Fine-tuning job started
         * @description Fine-tuning job started.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "fine_tune.started",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "job_id": "ft_4aVbZ9Qm2kTn81xYcRw0Lp",
                     *         "name": "claims-desk",
                     *         "base_model": "undertone-live",
                     *         "created_at": "2026-11-20T09:58:00.000Z",
                     *         "started_at": "2026-11-20T10:00:00.000Z",
                     *         "training_examples": 1200
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "fine_tune.started";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description For `GET /v1/fine-tune/{id}`. */
                            readonly job_id: string;
                            /** @description Of the model to be. */
                            readonly name: string;
                            /** @description The name of the readers that it is trained on. */
                            readonly base_model: string;
                            /**
                             * Format: date-time
                             * @description When the job was made.
                             */
                            readonly created_at: string;
                            /**
                             * Format: date-time
                             * @description From then on samples are fetched and heard.
                             */
                            readonly started_at: string;
                            /** @description Samples of the job, refused ones too. */
                            readonly training_examples: number;
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "fine_tune.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Fine-tuning job completed
         * @description Fine-tuning job completed.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "fine_tune.completed",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "job_id": "ft_4aVbZ9Qm2kTn81xYcRw0Lp",
                     *         "name": "claims-desk",
                     *         "base_model": "undertone-live",
                     *         "created_at": "2026-11-20T09:58:00.000Z",
                     *         "completed_at": "2026-11-20T11:12:00.000Z",
                     *         "model": "claims-desk",
                     *         "better": true,
                     *         "activated": true,
                     *         "metrics": {
                     *           "unweighted_average_recall": 0.71,
                     *           "base_unweighted_average_recall": 0.55,
                     *           "gain": 0.16,
                     *           "expected_calibration_error": 0.06,
                     *           "samples_used": 1180,
                     *           "samples_refused": 20,
                     *           "seconds": 3412.5
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "fine_tune.completed";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description For `GET /v1/fine-tune/{id}`. */
                            readonly job_id: string;
                            /** @description Of the model to be. */
                            readonly name: string;
                            /** @description The name of the readers that it is trained on. */
                            readonly base_model: string;
                            /**
                             * Format: date-time
                             * @description When the job was made.
                             */
                            readonly created_at: string;
                            /**
                             * Format: date-time
                             * @description When the model was ready.
                             */
                            readonly completed_at: string;
                            /** @description The name by which `model` of a request selects it. */
                            readonly model: string;
                            /** @description Whether it is surely better than the base model, as `report.better`. */
                            readonly better: boolean;
                            /** @description Whether it is the default now: better, with `activate: if_better`. */
                            readonly activated: boolean;
                            /** @description Figures of held-out samples, 0 to 1; `gain` is over the base model, -1 to 1. Counts and seconds, too. */
                            readonly metrics: {
                                readonly [key: string]: number;
                            };
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "fine_tune.failed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Fine-tuning job failed
         * @description Fine-tuning job failed.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "fine_tune.failed",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "job_id": "ft_4aVbZ9Qm2kTn81xYcRw0Lp",
                     *         "name": "claims-desk",
                     *         "base_model": "undertone-live",
                     *         "created_at": "2026-11-20T09:58:00.000Z",
                     *         "failed_at": "2026-11-20T10:03:00.000Z",
                     *         "error": {
                     *           "code": "too_few_samples",
                     *           "message": "label happy needs at least 3 samples, it has 1"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "fine_tune.failed";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description For `GET /v1/fine-tune/{id}`. */
                            readonly job_id: string;
                            /** @description Of the model to be. */
                            readonly name: string;
                            /** @description The name of the readers that it is trained on. */
                            readonly base_model: string;
                            /**
                             * Format: date-time
                             * @description When the job was made.
                             */
                            readonly created_at: string;
                            /**
                             * Format: date-time
                             * @description When it was given up.
                             */
                            readonly failed_at: string;
                            /** @description Why there is no model; nothing was charged. */
                            readonly error: {
                                /** @description `too_few_samples`, `training_failed`, `crashed` or `base_model_changed`. */
                                readonly code: string;
                                /** @description For people. */
                                readonly message: string;
                            };
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "wallet.budget_reached": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A limit on the wallet was reached
         * @description A limit on the wallet was reached.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "wallet.budget_reached",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "budget_id": "bud_6mXc1Wf8sQe3Rj0Tk9ZpLa",
                     *         "kind": "spent_in_month",
                     *         "limit_credits": 360000,
                     *         "credits": 360004.2,
                     *         "month": "2026-11",
                     *         "reached_at": "2026-11-20T10:03:00.000Z"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "wallet.budget_reached";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description Of the limit, as in `GET /v1/wallet/budgets`. */
                            readonly budget_id: string;
                            /**
                             * @description Whether it limits what a month costs, or what is left.
                             * @enum {string}
                             */
                            readonly kind: "spent_in_month" | "balance_below";
                            /** @description The limit; a credit is a second of audio. */
                            readonly limit_credits: number;
                            /** @description What was spent in the month, or is left, at that moment. */
                            readonly credits: number;
                            /** @description The calendar month (UTC) that it is about; once in each. */
                            readonly month: string;
                            /**
                             * Format: date-time
                             * @description When it was reached.
                             */
                            readonly reached_at: string;
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "analysis.completed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A batch transcribe call finished, with the full transcription
         * @description The other published name of the same event, with another payload and the same event id. A webhook takes one of the two names; whoever wants both payloads makes two.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "analysis.completed",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "request_id": "req_7QwYb2sXJr0dKf4mTzVn9a",
                     *         "duration": 118.6,
                     *         "turns": [
                     *           {
                     *             "turn_id": "turn_1",
                     *             "speaker": {
                     *               "id": "spk_1",
                     *               "label": "Customer"
                     *             },
                     *             "start": 0.42,
                     *             "end": 3.1,
                     *             "emotion": "frustrated",
                     *             "text": "I have been waiting for a week."
                     *           }
                     *         ],
                     *         "speakers": [
                     *           {
                     *             "id": "spk_1",
                     *             "label": "Customer",
                     *             "talkSeconds": 61.4
                     *           },
                     *           {
                     *             "id": "spk_2",
                     *             "label": "Agent",
                     *             "talkSeconds": 48.2
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "analysis.completed";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description As in `X-Request-Id` of the request that sent the recording. */
                            readonly request_id: string;
                            /** @description Of the job; absent where the request itself answered. */
                            readonly job_id?: string;
                            /** @description Of the batch’s item; absent of a single recording. */
                            readonly item_id?: string;
                            /** @description Why the item failed; absent where it was analyzed. */
                            readonly error?: {
                                /** @description Stable; safe to match on. */
                                readonly code: string;
                                /** @description For people. */
                                readonly message: string;
                            } & {
                                readonly [key: string]: unknown;
                            };
                            /** @description Seconds of audio; absent where the item failed. */
                            readonly duration?: number;
                            /** @description In order of time; empty without `diarize`. */
                            readonly turns: readonly ({
                                /** @description Of the turn, once in this event. */
                                readonly turn_id: string;
                                /** @description Who spoke. */
                                readonly speaker: {
                                    /** @description As in `speakers`. */
                                    readonly id: string;
                                    /** @description The name to show. */
                                    readonly label: string;
                                };
                                /** @description Seconds from the start. */
                                readonly start: number;
                                /** @description Seconds from the start. */
                                readonly end: number;
                                /** @description Only in test events: words are not kept. */
                                readonly text?: string;
                                /** @description The label; absent where the tone was not analyzed. */
                                readonly emotion?: string;
                            } & {
                                readonly [key: string]: unknown;
                            })[];
                            /** @description The voices; empty without `diarize`. */
                            readonly speakers: readonly {
                                /** @description As in the turns. */
                                readonly id: string;
                                /** @description The name to show. */
                                readonly label: string;
                                /** @description Seconds in which this voice speaks. */
                                readonly talkSeconds: number;
                            }[];
                        } & {
                            readonly [key: string]: unknown;
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "session.ended": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A realtime session closed, with its turns and speakers
         * @description The other published name of the same event, with another payload and the same event id. A webhook takes one of the two names; whoever wants both payloads makes two.
         */
        readonly post: {
            readonly parameters: {
                readonly query?: never;
                readonly header?: never;
                readonly path?: never;
                readonly cookie?: never;
            };
            readonly requestBody?: {
                readonly content: {
                    /**
                     * @example {
                     *       "id": "evt_5nGq0rWc8LhTzKx2Jv7pYd",
                     *       "type": "session.ended",
                     *       "created_at": "2026-11-20T10:03:04.312Z",
                     *       "data": {
                     *         "session_id": "ses_01h2xcejqtf2nbrexx3vqjhp41",
                     *         "started_at": "2026-11-20T10:00:00.000Z",
                     *         "ended_at": "2026-11-20T10:03:04.200Z",
                     *         "end_code": "client_ended",
                     *         "duration": 184.2,
                     *         "turns": [
                     *           {
                     *             "turn_id": "turn_1",
                     *             "speaker": {
                     *               "id": "spk_1",
                     *               "label": "Customer"
                     *             },
                     *             "start": 0.42,
                     *             "end": 3.1,
                     *             "emotion": "frustrated",
                     *             "channel": 0
                     *           }
                     *         ],
                     *         "speakers": [
                     *           {
                     *             "id": "spk_1",
                     *             "label": "Customer",
                     *             "talkSeconds": 61.4
                     *           },
                     *           {
                     *             "id": "spk_2",
                     *             "label": "Agent",
                     *             "talkSeconds": 48.2
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description Unique event id: the same at every attempt. */
                        readonly id: string;
                        /**
                         * Format: date-time
                         * @description When it happened.
                         */
                        readonly created_at: string;
                        /**
                         * @description What happened.
                         * @enum {string}
                         */
                        readonly type: "session.ended";
                        /** @description The facts about it. */
                        readonly data: {
                            /** @description The name of the session. */
                            readonly session_id: string;
                            /**
                             * Format: date-time
                             * @description When the session began.
                             */
                            readonly started_at: string;
                            /**
                             * Format: date-time
                             * @description When it ended.
                             */
                            readonly ended_at: string;
                            /** @description What ended it, as `end_code` of the session. */
                            readonly end_code: string;
                            /** @description Seconds that the session lasted. */
                            readonly duration: number;
                            /** @description In order of time. */
                            readonly turns: readonly ({
                                /** @description Of the turn, once in this event. */
                                readonly turn_id: string;
                                /** @description Who spoke. */
                                readonly speaker: {
                                    /** @description As in `speakers`. */
                                    readonly id: string;
                                    /** @description The name to show. */
                                    readonly label: string;
                                };
                                /** @description Seconds from the start. */
                                readonly start: number;
                                /** @description Seconds from the start. */
                                readonly end: number;
                                /** @description Only in test events: words are not kept. */
                                readonly text?: string;
                                /** @description The label; absent where the tone was not analyzed. */
                                readonly emotion?: string;
                                /** @description Where it was heard, from 0. */
                                readonly channel: number;
                            } & {
                                readonly [key: string]: unknown;
                            })[];
                            /** @description Everybody who spoke. */
                            readonly speakers: readonly {
                                /** @description As in the turns. */
                                readonly id: string;
                                /** @description The name to show. */
                                readonly label: string;
                                /** @description Seconds in which this voice speaks. */
                                readonly talkSeconds: number;
                            }[];
                        };
                    };
                };
            };
            readonly responses: {
                /** @description Any 2xx counts as delivered. */
                readonly 200: {
                    headers: {
                        readonly [name: string]: unknown;
                    };
                    content?: never;
                };
            };
        };
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        readonly AlertRules: {
            /** @description All of them, at most 50. */
            readonly alerts: readonly {
                /** @description Unique in the organization. */
                readonly id: string;
                /** @description A prediction, or a KPI as `kpi.NAME`. */
                readonly metric: ("escalation_risk" | "churn_risk" | "resolution_probability" | "predicted_csat" | "sentiment_forecast") | string;
                /**
                 * @description Which side of the threshold is told.
                 * @enum {string}
                 */
                readonly direction: "above" | "below";
                /** @description In the metric’s unit: from here on it is beyond. */
                readonly enter: number;
                /** @description In the metric’s unit: from here on it is back. On the other side of `enter`, so that a value that moves around the limit is told once. */
                readonly leave: number;
                /**
                 * @description How long the value must stay beyond a limit to cross it, either way, on the session’s clock.
                 * @default 0
                 */
                readonly dwell_ms?: number;
                /**
                 * @description Caller utterances before anything is told: early predictions rest mostly on the prior.
                 * @default 2
                 */
                readonly minimum_utterances?: number;
                /**
                 * @description Whether a crossing also raises an alert; otherwise only the event is sent.
                 * @default true
                 */
                readonly alert?: boolean;
                /** @description By default the metric with `_high` or `_low`. */
                readonly alert_type?: string;
                /** @description By default the action that the prediction recommends. */
                readonly recommended_action?: string;
            }[];
        };
        /** @description A batch that is analyzed in the background. */
        readonly AnalysisJob: {
            /** @description To ask for it with: `job_…`. */
            readonly id: string;
            /**
             * @description `completed`: every item has its result.
             * @enum {string}
             */
            readonly status: "running" | "completed";
            /** @description Items of the batch. */
            readonly total: number;
            /** @description Of them, those that have a result. */
            readonly finished: number;
            /**
             * Format: date-time
             * @description When the batch came.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Of the last result; null while it runs. It is kept for a day then.
             */
            readonly finished_at: string | null;
        };
        readonly AnalysisJobAccepted: {
            readonly job: components["schemas"]["AnalysisJob"];
            /** @description As in `X-Request-Id`. */
            readonly request_id: string;
        };
        /** @description Results of the items that are finished, in their order. */
        readonly AnalysisJobAnswer: {
            readonly job: components["schemas"]["AnalysisJob"];
            /** @description One for each item: its analysis, or its error. Only analyses are charged. */
            readonly results: readonly (components["schemas"]["BatchItemResult"] | components["schemas"]["BatchItemError"])[];
            /** @description As in `X-Request-Id`. */
            readonly request_id: string;
        };
        /** @description Fields of features that were not asked for are absent; figures that the audio does not give (no speech, no voice) are null. `speech` tells the shape without speech apart. */
        readonly AnalysisResult: {
            /** @description Whether speech was heard. Where it is false the answer has its own shape: `emotion` is `uncertain` with confidence 0, and `emotion_probabilities`, `valence`, `arousal`, `dominance`, `state`, `metrics` and `signals` are null. Where it is true none of them is. */
            readonly speech: boolean;
            /**
             * @description The top emotion label; `uncertain` only where there is no reading at all.
             * @enum {string}
             */
            readonly emotion?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated" | "uncertain";
            /** @description How sure the label is, 0 to 1. */
            readonly confidence?: number;
            readonly emotion_probabilities?: components["schemas"]["EmotionProbabilities"];
            /** @description The confidence lies below the model’s own floor: show the label as uncertain. Confidence is never above the probability that it was speech; `quality.doubts` says what lowered it. */
            readonly uncertain?: boolean;
            /** @description Labels the model was not trained on: documented splits of another label’s probability by valence, arousal and dominance. */
            readonly derived_labels?: readonly ("neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated")[];
            /** @description Your model that read it, `name@version`; absent: the base model. */
            readonly model?: string;
            readonly own_labels?: components["schemas"]["OwnLabels"];
            /** @description -1 unpleasant to 1 pleasant. */
            readonly valence?: number | null;
            /** @description -1 calm to 1 excited. */
            readonly arousal?: number | null;
            /** @description -1 submissive to 1 dominant. */
            readonly dominance?: number | null;
            readonly baseline?: components["schemas"]["KnownSpeech"];
            readonly prosody?: components["schemas"]["Prosody"];
            /** @description The vertical’s word for how the speaker sounds. */
            readonly state?: string | null;
            /** @description The vertical’s figures, words and flags, by name. */
            readonly metrics?: {
                readonly [key: string]: number | string | boolean;
            } | null;
            readonly signals?: components["schemas"]["Signals"];
            /** @description seconds of audio: what is billed, silence too, since all of it is listened to */
            readonly duration: number;
            /**
             * Format: date-time
             * @description When the answer was ready.
             */
            readonly processed_at: string;
            /** @description As in `X-Request-Id`. */
            readonly request_id: string;
            /** @description The rules that judged state and metrics. */
            readonly vertical: string;
            readonly quality: components["schemas"]["AudioQuality"];
            /** @description Sounds of the voice that are no speech, with feature emotion. Never an emotion. */
            readonly vocal_events?: readonly components["schemas"]["VocalEvent"][];
            /** @description How the recording went, in order of time: the stretches whose mean is the answer. With feature emotion or vad; absent for speech of at most 4 s, of which the answer says everything. With `diarize`, of every channel that was heard apart. */
            readonly segments?: readonly components["schemas"]["Segment"][];
            /** @description With `diarize`: who spoke when, and how. */
            readonly turns?: readonly components["schemas"]["Turn"][];
            /** @description With `diarize`: the voices. */
            readonly speakers?: readonly {
                /** @description Stable: the enrolled person’s own id where somebody was recognized, on every later call too. */
                readonly id: string;
                /** @description The enrolled person’s name, else `Speaker 1` … */
                readonly label: string;
                /** @description Seconds in which this voice speaks. */
                readonly talkSeconds: number;
                /** @description The enrolled person; null: nobody known. Present where a consent covers it. */
                readonly person_id?: string | null;
                /** @description Whether this is an enrolled person; present where a consent covers it. */
                readonly verified?: boolean;
                /** @description Speech that was compared, seconds. */
                readonly evidence_seconds?: number;
                /** @description Natural logarithm of how much likelier the voice is this person’s than another’s; present where `verified`. */
                readonly log_likelihood_ratio?: number;
            }[];
            /** @description Enrolled people who were not compared, since another model heard their voices: enroll them again. Absent where everybody is known or nobody is concerned. */
            readonly outdated_enrollments?: number;
            /** @description Where two people speak at once, seconds. */
            readonly overlaps?: readonly {
                /** @description seconds */
                readonly start: number;
                /** @description seconds */
                readonly end: number;
            }[];
            /** @description With `cues` in the request: what an agent would have been told, and when, if the recording had been streamed with every voice being the subject’s. Empty: nothing. */
            readonly cues?: readonly components["schemas"]["RecordingCue"][];
            /** @description The `transcript` of the request. */
            readonly text?: string;
            /** @description As in the request. */
            readonly speaker_id?: string;
            /** @description As in the request. */
            readonly session_id?: string;
            /** @description As in the request. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
            /** @description With feature prediction: what is expected of the session; null without a session. */
            readonly predictions?: {
                readonly [key: string]: unknown;
            } | null;
            /** @description What is expected of your KPIs, by name. */
            readonly kpi_predictions?: {
                readonly [key: string]: unknown;
            };
        };
        readonly AnalyzeBase64Request: {
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64: string;
            /**
             * @description Target vertical. Absent: the session’s; without a session, `general`.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description What is computed: emotion = base classification; prosody = pitch, energy, rhythm; vad = valence, arousal, dominance; vertical = vertical-specific state and metrics; prediction = forward predictions, requires `session_id`. Absent: all that can be, `prediction` only with a session. */
            readonly features?: readonly ("emotion" | "prosody" | "vad" | "vertical" | "prediction")[];
            /** @description A model of yours (`name`, or `name@version`), or the base model by its id. Absent, what is active; see `/v1/models`. */
            readonly model?: string;
            /** @description The microphone, trunk or queue that was recorded, by a name of yours: what its recordings have in common is learned and taken out of how they sound. Absent, a file is judged by itself alone, and the same file always gets the same answer. */
            readonly line?: string;
            /** @description Transcript of the audio; comes back as `text`. */
            readonly transcript?: string;
            /** @description Speaker identifier. */
            readonly speaker_id?: string;
            /** @description Ties utterances of one conversation together. */
            readonly session_id?: string;
            /** @description Custom metadata; comes back as it is. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Whom the recording lets hear. Absent, the organization’s default. `agent` is refused by the workplace policy (403 `policy_blocked`).
             * @enum {string}
             */
            readonly subject?: "customer" | "agent" | "self" | "unknown";
            /** @description Adds `turns`, each with `prosody`, and `speakers`. Channels with different signals are different speakers; on one channel they are told apart by their voices. */
            readonly diarize?: boolean;
            /** @description Adds `cues`: what an agent would have been told, and when, by the rules of a live stream. Needs a feature besides prosody. */
            readonly cues?: boolean;
            /** @description Of the texts of `cues`; the organization’s unless given. */
            readonly language?: string;
            readonly consent?: components["schemas"]["RecordingConsent"];
        };
        /** @description Exactly one of `audio`, `file` and `audio_url`. */
        readonly AnalyzeFileForm: {
            /**
             * Format: binary
             * @description Audio file, at most 25 MB.
             */
            readonly audio?: string;
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64?: string;
            /**
             * @description Target vertical. Absent: the session’s; without a session, `general`.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description Comma-separated: emotion, prosody, vad, vertical, prediction. */
            readonly features?: string;
            /** @description A model of yours (`name`, or `name@version`), or the base model by its id. Absent, what is active; see `/v1/models`. */
            readonly model?: string;
            /** @description The microphone, trunk or queue that was recorded, by a name of yours: what its recordings have in common is learned and taken out of how they sound. Absent, a file is judged by itself alone, and the same file always gets the same answer. */
            readonly line?: string;
            /** @description Transcript of the audio; comes back as `text`. */
            readonly transcript?: string;
            /** @description Speaker identifier. */
            readonly speaker_id?: string;
            /** @description Ties utterances of one conversation together. */
            readonly session_id?: string;
            /** @description A JSON object. */
            readonly metadata?: string;
            /**
             * @description Whom the recording lets hear. Absent, the organization’s default. `agent` is refused by the workplace policy (403 `policy_blocked`).
             * @enum {string}
             */
            readonly subject?: "customer" | "agent" | "self" | "unknown";
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly diarize?: "true" | "false";
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly cues?: "true" | "false";
            /** @description With `cues`, of their texts; without, accepted and of no account. */
            readonly language?: string;
            /** @description A JSON object. */
            readonly consent?: string;
            /**
             * Format: binary
             * @description The same as `audio`.
             */
            readonly file?: string;
            /**
             * @description The only one there is.
             * @enum {string}
             */
            readonly output_format?: "json";
        };
        /** @description Exactly one of `audio`, `audio_url` and `audio_base64`. */
        readonly AnalyzeForm: {
            /**
             * Format: binary
             * @description Audio file, at most 25 MB.
             */
            readonly audio?: string;
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64?: string;
            /**
             * @description Target vertical. Absent: the session’s; without a session, `general`.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description Comma-separated: emotion, prosody, vad, vertical, prediction. */
            readonly features?: string;
            /** @description A model of yours (`name`, or `name@version`), or the base model by its id. Absent, what is active; see `/v1/models`. */
            readonly model?: string;
            /** @description The microphone, trunk or queue that was recorded, by a name of yours: what its recordings have in common is learned and taken out of how they sound. Absent, a file is judged by itself alone, and the same file always gets the same answer. */
            readonly line?: string;
            /** @description Transcript of the audio; comes back as `text`. */
            readonly transcript?: string;
            /** @description Speaker identifier. */
            readonly speaker_id?: string;
            /** @description Ties utterances of one conversation together. */
            readonly session_id?: string;
            /** @description A JSON object. */
            readonly metadata?: string;
            /**
             * @description Whom the recording lets hear. Absent, the organization’s default. `agent` is refused by the workplace policy (403 `policy_blocked`).
             * @enum {string}
             */
            readonly subject?: "customer" | "agent" | "self" | "unknown";
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly diarize?: "true" | "false";
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly cues?: "true" | "false";
            /** @description Of the texts of `cues`; the organization’s unless given. */
            readonly language?: string;
            /** @description A JSON object. */
            readonly consent?: string;
        };
        /** @description Exactly one of `audio_url` and `audio_base64`. */
        readonly AnalyzeRequest: {
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64?: string;
            /**
             * @description Target vertical. Absent: the session’s; without a session, `general`.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description What is computed: emotion = base classification; prosody = pitch, energy, rhythm; vad = valence, arousal, dominance; vertical = vertical-specific state and metrics; prediction = forward predictions, requires `session_id`. Absent: all that can be, `prediction` only with a session. */
            readonly features?: readonly ("emotion" | "prosody" | "vad" | "vertical" | "prediction")[];
            /** @description A model of yours (`name`, or `name@version`), or the base model by its id. Absent, what is active; see `/v1/models`. */
            readonly model?: string;
            /** @description The microphone, trunk or queue that was recorded, by a name of yours: what its recordings have in common is learned and taken out of how they sound. Absent, a file is judged by itself alone, and the same file always gets the same answer. */
            readonly line?: string;
            /** @description Transcript of the audio; comes back as `text`. */
            readonly transcript?: string;
            /** @description Speaker identifier. */
            readonly speaker_id?: string;
            /** @description Ties utterances of one conversation together. */
            readonly session_id?: string;
            /** @description Custom metadata; comes back as it is. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
            /**
             * @description Whom the recording lets hear. Absent, the organization’s default. `agent` is refused by the workplace policy (403 `policy_blocked`).
             * @enum {string}
             */
            readonly subject?: "customer" | "agent" | "self" | "unknown";
            /** @description Adds `turns`, each with `prosody`, and `speakers`. Channels with different signals are different speakers; on one channel they are told apart by their voices. */
            readonly diarize?: boolean;
            /** @description Adds `cues`: what an agent would have been told, and when, by the rules of a live stream. Needs a feature besides prosody. */
            readonly cues?: boolean;
            /** @description Of the texts of `cues`; the organization’s unless given. */
            readonly language?: string;
            readonly consent?: components["schemas"]["RecordingConsent"];
        };
        /** @description What the file is, and how well speech is heard in it. */
        readonly AudioQuality: {
            /** @description Speech over background, dB; null until both were heard. */
            readonly snr_db: number | null;
            /** @description share of samples at full scale */
            readonly clipping: number;
            /** @description Seconds with speech, over all channels. */
            readonly speech_seconds: number;
            /** @description Seconds of it with a pitch. */
            readonly voiced_seconds: number;
            /** @description Telephone bandwidth. */
            readonly narrowband: boolean;
            /** @description mean probability over the speech that it was none (music, noise, laughter), 0 to 1 */
            readonly out_of_domain: number | null;
            /** @description Why confidence was lowered: the sound is rather no speech, it hardly stands out from the background, it clips, or holds too little voice. */
            readonly doubts: readonly ("out_of_domain" | "low_snr" | "clipping" | "little_voice")[];
            /** @description As its bytes say: `wav`, `mp3`, `ogg` … */
            readonly format: string;
            /** @description Hz, of the file. */
            readonly sample_rate: number;
            /** @description Of the file. */
            readonly channels: number;
            /** @description parts of the file could not be read and were left out */
            readonly damaged: boolean;
        };
        readonly AuditEntry: {
            /** @description Its place in the log. */
            readonly seq: number;
            /**
             * Format: date-time
             * @description When it was done.
             */
            readonly at: string;
            /** @description `operator`, or `key:`, `member:` or `session:` and an id. */
            readonly actor: string;
            /** @description The name of the key or the address of the member, while they are known. */
            readonly actor_name: string | null;
            /** @description What was done. */
            readonly action: string;
            /** @description To what, in short facts. */
            readonly detail: {
                readonly [key: string]: string | number | boolean | null;
            };
        };
        /** @description In the order of the items. */
        readonly BatchAnswer: {
            /** @description One for each item: its analysis, or its error. Only analyses are charged. */
            readonly results: readonly (components["schemas"]["BatchItemResult"] | components["schemas"]["BatchItemError"])[];
            /** @description As in `X-Request-Id`. */
            readonly request_id: string;
        };
        /** @description Further parts are files, one for each item that names one. */
        readonly BatchForm: {
            /** @description The items as JSON text. An item takes the file part that its `audio` names, or the one with its id for a name. */
            readonly items: string;
            /**
             * @description Target vertical. Absent: the session’s; without a session, `general`.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description The microphone, trunk or queue that was recorded, by a name of yours. Absent, the items that name none are one line of their own, which is forgotten with the batch. */
            readonly line?: string;
            /** @description Comma-separated. */
            readonly features?: string;
            /**
             * @description As in the JSON body, of every item.
             * @enum {string}
             */
            readonly diarize?: "true" | "false";
            /**
             * @description As in the JSON body.
             * @enum {string}
             */
            readonly one_line?: "true" | "false";
        } & {
            readonly [key: string]: unknown;
        };
        readonly BatchItemError: {
            /** @description Of the item, as it was sent. */
            readonly id: string;
            readonly error: components["schemas"]["ErrorBody"];
        };
        readonly BatchItemResult: {
            /** @description Whether speech was heard. Where it is false the answer has its own shape: `emotion` is `uncertain` with confidence 0, and `emotion_probabilities`, `valence`, `arousal`, `dominance`, `state`, `metrics` and `signals` are null. Where it is true none of them is. */
            readonly speech: boolean;
            /**
             * @description The top emotion label; `uncertain` only where there is no reading at all.
             * @enum {string}
             */
            readonly emotion?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated" | "uncertain";
            /** @description How sure the label is, 0 to 1. */
            readonly confidence?: number;
            readonly emotion_probabilities?: components["schemas"]["EmotionProbabilities"];
            /** @description The confidence lies below the model’s own floor: show the label as uncertain. Confidence is never above the probability that it was speech; `quality.doubts` says what lowered it. */
            readonly uncertain?: boolean;
            /** @description Labels the model was not trained on: documented splits of another label’s probability by valence, arousal and dominance. */
            readonly derived_labels?: readonly ("neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated")[];
            /** @description Your model that read it, `name@version`; absent: the base model. */
            readonly model?: string;
            readonly own_labels?: components["schemas"]["OwnLabels"];
            /** @description -1 unpleasant to 1 pleasant. */
            readonly valence?: number | null;
            /** @description -1 calm to 1 excited. */
            readonly arousal?: number | null;
            /** @description -1 submissive to 1 dominant. */
            readonly dominance?: number | null;
            readonly baseline?: components["schemas"]["KnownSpeech"];
            readonly prosody?: components["schemas"]["Prosody"];
            /** @description The vertical’s word for how the speaker sounds. */
            readonly state?: string | null;
            /** @description The vertical’s figures, words and flags, by name. */
            readonly metrics?: {
                readonly [key: string]: number | string | boolean;
            } | null;
            readonly signals?: components["schemas"]["Signals"];
            /** @description seconds of audio: what is billed, silence too, since all of it is listened to */
            readonly duration: number;
            /**
             * Format: date-time
             * @description When the answer was ready.
             */
            readonly processed_at: string;
            /** @description As in `X-Request-Id`. */
            readonly request_id: string;
            /** @description The rules that judged state and metrics. */
            readonly vertical: string;
            readonly quality: components["schemas"]["AudioQuality"];
            /** @description Sounds of the voice that are no speech, with feature emotion. Never an emotion. */
            readonly vocal_events?: readonly components["schemas"]["VocalEvent"][];
            /** @description How the recording went, in order of time: the stretches whose mean is the answer. With feature emotion or vad; absent for speech of at most 4 s, of which the answer says everything. With `diarize`, of every channel that was heard apart. */
            readonly segments?: readonly components["schemas"]["Segment"][];
            /** @description With `diarize`: who spoke when, and how. */
            readonly turns?: readonly components["schemas"]["Turn"][];
            /** @description With `diarize`: the voices. */
            readonly speakers?: readonly {
                /** @description Stable: the enrolled person’s own id where somebody was recognized, on every later call too. */
                readonly id: string;
                /** @description The enrolled person’s name, else `Speaker 1` … */
                readonly label: string;
                /** @description Seconds in which this voice speaks. */
                readonly talkSeconds: number;
                /** @description The enrolled person; null: nobody known. Present where a consent covers it. */
                readonly person_id?: string | null;
                /** @description Whether this is an enrolled person; present where a consent covers it. */
                readonly verified?: boolean;
                /** @description Speech that was compared, seconds. */
                readonly evidence_seconds?: number;
                /** @description Natural logarithm of how much likelier the voice is this person’s than another’s; present where `verified`. */
                readonly log_likelihood_ratio?: number;
            }[];
            /** @description Enrolled people who were not compared, since another model heard their voices: enroll them again. Absent where everybody is known or nobody is concerned. */
            readonly outdated_enrollments?: number;
            /** @description Where two people speak at once, seconds. */
            readonly overlaps?: readonly {
                /** @description seconds */
                readonly start: number;
                /** @description seconds */
                readonly end: number;
            }[];
            /** @description With `cues` in the request: what an agent would have been told, and when, if the recording had been streamed with every voice being the subject’s. Empty: nothing. */
            readonly cues?: readonly components["schemas"]["RecordingCue"][];
            /** @description The `transcript` of the request. */
            readonly text?: string;
            /** @description As in the request. */
            readonly speaker_id?: string;
            /** @description As in the request. */
            readonly session_id?: string;
            /** @description As in the request. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
            /** @description With feature prediction: what is expected of the session; null without a session. */
            readonly predictions?: {
                readonly [key: string]: unknown;
            } | null;
            /** @description What is expected of your KPIs, by name. */
            readonly kpi_predictions?: {
                readonly [key: string]: unknown;
            };
            /** @description Of the item, as it was sent. */
            readonly id: string;
        };
        /** @description Exactly one of `audio_url` and `audio_base64` for each item. */
        readonly BatchRequest: {
            /** @description The recordings, each with an id of its own; more than 10 are answered by a job. */
            readonly items: readonly {
                /** @description Your own name for the item, once in a batch; its result has it again. */
                readonly id: string;
                /**
                 * Format: uri
                 * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
                 */
                readonly audio_url?: string;
                /** @description The audio file as base64, at most 25 MB decoded. */
                readonly audio_base64?: string;
                /** @description A model of yours (`name`, or `name@version`), or the base model by its id. Absent, what is active; see `/v1/models`. */
                readonly model?: string;
                /** @description Transcript of the audio; comes back as `text`. */
                readonly transcript?: string;
                /** @description Speaker identifier. */
                readonly speaker_id?: string;
                /** @description Ties utterances of one conversation together. */
                readonly session_id?: string;
                /** @description Custom metadata; comes back as it is. */
                readonly metadata?: {
                    readonly [key: string]: unknown;
                };
                /**
                 * @description Whom the recording lets hear. Absent, the organization’s default. `agent` is refused by the workplace policy (403 `policy_blocked`).
                 * @enum {string}
                 */
                readonly subject?: "customer" | "agent" | "self" | "unknown";
                /** @description Adds `cues`: what an agent would have been told, and when, by the rules of a live stream. Needs a feature besides prosody. */
                readonly cues?: boolean;
                /** @description Of the texts of `cues`; the organization’s unless given. */
                readonly language?: string;
                readonly consent?: components["schemas"]["RecordingConsent"];
                /** @description The line of this item; absent, that of the batch. */
                readonly line?: string;
            }[];
            /**
             * @description Target vertical. Absent: the session’s; without a session, `general`.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description What is computed: emotion = base classification; prosody = pitch, energy, rhythm; vad = valence, arousal, dominance; vertical = vertical-specific state and metrics; prediction = forward predictions, requires `session_id`. Absent: all that can be, `prediction` only with a session. */
            readonly features?: readonly ("emotion" | "prosody" | "vad" | "vertical" | "prediction")[];
            /** @description Adds `turns`, each with `prosody`, and `speakers`. Channels with different signals are different speakers; on one channel they are told apart by their voices. */
            readonly diarize?: boolean;
            /** @description The microphone, trunk or queue that was recorded, by a name of yours. Absent, the items that name none are one line of their own, which is forgotten with the batch. */
            readonly line?: string;
            /** @description False: items that name no line are each judged by itself, as `/v1/analyze` judges a file. Default true. */
            readonly one_line?: boolean;
        };
        /** @description Of yes or no. Null until there is an outcome. */
        readonly ChanceQuality: {
            /**
             * @description The outcome is yes or no. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "chance";
            /** @description Behind these figures. */
            readonly outcomes: number;
            /** @description Share of yes. */
            readonly base_rate: number | null;
            /** @description Mean squared error, 0 to 1; 0 is best. */
            readonly brier_score: number | null;
            /** @description Mean of minus the logarithm of what was given to what happened. */
            readonly log_loss: number | null;
            /** @description Share of the prior’s squared error saved. */
            readonly lift_over_prior: number | null;
            /** @description 80 %, from two outcomes on. While it holds 0, so few outcomes do not say whether learning helps. */
            readonly lift_over_prior_interval: {
                /** @description In the value’s own unit. */
                readonly low: number;
                /** @description In the value’s own unit. */
                readonly high: number;
            } | null;
            /** @description Share of the running base rate’s squared error saved. */
            readonly lift_over_base_rate: number | null;
            /** @description How far what was said lies from what happened, on average, 0 to 1. */
            readonly calibration_error: number | null;
            /** @description What was predicted against what came, by equal bins of the prediction; empty bins are left out. */
            readonly reliability_curve: readonly {
                /** @description Of the bin of predictions. */
                readonly low: number;
                /** @description Of the bin of predictions. */
                readonly high: number;
                /** @description Predictions in it. */
                readonly count: number;
                /** @description Their mean. */
                readonly predicted: number;
                /** @description Share of yes among them. */
                readonly observed: number;
                /** @description 80 %; wide where a bin holds few outcomes. */
                readonly observed_interval: {
                    /** @description In the value’s own unit. */
                    readonly low: number;
                    /** @description In the value’s own unit. */
                    readonly high: number;
                };
            }[];
        };
        /** @description The result of an analysis, as it was answered. */
        readonly ComputedResult: {
            /**
             * @description The label that was answered.
             * @enum {string}
             */
            readonly emotion?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated" | "uncertain";
            /** @description How sure it is, 0 to 1. */
            readonly confidence?: number;
            /** @description Unpleasant to pleasant, -1 to 1. */
            readonly valence?: number | null;
            /** @description Calm to agitated, -1 to 1. */
            readonly arousal?: number | null;
            /** @description Submissive to dominant, -1 to 1. */
            readonly dominance?: number | null;
            /** @description As in the answer. */
            readonly signals?: ({
                /** @description 0 to 1. */
                readonly escalation: number;
                /** @description 0 to 1. */
                readonly engagement?: number;
                /** @description 0 to 1. */
                readonly stress?: number;
                /** @description 0 to 1. */
                readonly certainty?: number;
                /** @description 0 to 1. */
                readonly intensity?: number;
            } & {
                readonly [key: string]: unknown;
            }) | null;
            /** @description Seconds of audio, at most an hour. */
            readonly duration?: number;
            /** @description Of every label, 0 to 1. */
            readonly emotion_probabilities?: {
                readonly [key: string]: number;
            } | null;
            /** @description As in the answer. */
            readonly uncertain?: boolean;
        } & {
            readonly [key: string]: unknown;
        };
        /** @description Every label; they sum to 1. */
        readonly EmotionProbabilities: {
            /** @description Its probability, 0 to 1. */
            readonly neutral: number;
            /** @description Its probability, 0 to 1. */
            readonly happy: number;
            /** @description Its probability, 0 to 1. */
            readonly sad: number;
            /** @description Its probability, 0 to 1. */
            readonly angry: number;
            /** @description Its probability, 0 to 1. */
            readonly fearful: number;
            /** @description Its probability, 0 to 1. */
            readonly disgusted: number;
            /** @description Its probability, 0 to 1. */
            readonly surprised: number;
            /** @description Its probability, 0 to 1. */
            readonly contempt: number;
            /** @description Its probability, 0 to 1. */
            readonly anxious: number;
            /** @description Its probability, 0 to 1. */
            readonly confused: number;
            /** @description Its probability, 0 to 1. */
            readonly excited: number;
            /** @description Its probability, 0 to 1. */
            readonly amused: number;
            /** @description Its probability, 0 to 1. */
            readonly content: number;
            /** @description Its probability, 0 to 1. */
            readonly frustrated: number;
        } | null;
        /** @description Every answer of 400 or more has this body. */
        readonly Error: {
            /** @description What was wrong with the request, or why it could not be answered. */
            readonly error: {
                /** @description Stable; safe to match on. */
                readonly code: string;
                /** @description For people. */
                readonly message: string;
                /** @description With `validation_error`: messages by parameter. */
                readonly details?: {
                    readonly [key: string]: unknown;
                };
            };
        };
        /** @description Why the item has no analysis. */
        readonly ErrorBody: {
            /** @description Stable; safe to match on. */
            readonly code: string;
            /** @description For people. */
            readonly message: string;
            /** @description With `validation_error`: messages by parameter. */
            readonly details?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Shares of the calls, 0 to 1; of `csat` scores, 1 to 5. Null where no outcome is known. */
        readonly ExpectedAndCame: {
            /** @description Whose outcome is known. */
            readonly calls: number;
            /** @description What was expected of them at their end, on the average. */
            readonly expected: number | null;
            /** @description What came, on the average. */
            readonly came: number | null;
        };
        /** @description One of `file` and `audio_url`. */
        readonly FeaturesForm: {
            /**
             * Format: binary
             * @description Audio file, at most 25 MB.
             */
            readonly file?: string;
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
        };
        /** @description Further parts are the files. */
        readonly FineTuneForm: {
            /** @description Name of the model that comes of it; a job of the same name makes its next version. */
            readonly name: string;
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description As in the JSON form. */
            readonly base_model?: string;
            /** @description JSON */
            readonly labels?: string;
            /** @description JSON. A sample takes the file part that its `audio` names, or the one with its id for a name. */
            readonly samples?: string;
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly corrections?: "true" | "false";
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly activate?: "if_better" | "never";
            /** @description As in the JSON form. */
            readonly max_seconds?: string;
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly start?: "true" | "false";
        } & {
            readonly [key: string]: unknown;
        };
        /** @description The training of a model: its samples, progress and report. */
        readonly FineTuneJob: {
            /** @description Of the job. */
            readonly id: string;
            /** @description Of the model to be. */
            readonly name: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            readonly status: "queued" | "preparing" | "training" | "evaluating" | "completed" | "failed" | "cancelled";
            /** @description Whether more may be added. */
            readonly accepts_samples: boolean;
            /** @description Of the whole job. */
            readonly progress: number;
            /** @description How far the present `status` is. */
            readonly stage: {
                /** @description Of this stage, 0 to 1. */
                readonly progress: number;
                /**
                 * Format: date-time
                 * @description When it began.
                 */
                readonly since: string;
                /** @description Until its stage ends; null while nobody can tell. */
                readonly eta_seconds: number | null;
            };
            /** @description Where the model may become the default; null: everywhere. */
            readonly vertical: string | null;
            /** @description The readers that it is trained on. */
            readonly base_model: {
                /** @description Its name. */
                readonly id: string;
                /** @description Of its files. */
                readonly version: string;
                /** @description Of their bytes, in hex. */
                readonly sha256: string;
            };
            /** @description Yours, and the label that each is told as. */
            readonly labels: readonly {
                /** @description Yours. */
                readonly name: string;
                /** @description The label that it is told as; null: found in training. */
                readonly as: string | null;
            }[];
            /**
             * @description When the model becomes the default.
             * @enum {string}
             */
            readonly activate: "if_better" | "never";
            /** @description How many recordings it has. */
            readonly samples: {
                /** @description All. */
                readonly total: number;
                /** @description Heard, and good to use. */
                readonly ready: number;
                /** @description That cannot be used. */
                readonly refused: number;
                /** @description Not heard yet. */
                readonly waiting: number;
                /** @description Of those that are ready. */
                readonly seconds: number;
            };
            /** @description One is a second of audio. */
            readonly credits: {
                /** @description Set aside now. */
                readonly held: number;
                /** @description What it cost; 0 until it is over. */
                readonly charged: number;
            };
            /** @description Seconds of samples that it may use. */
            readonly max_seconds: number;
            /** @description `name@version`, as `model` of a request takes it. */
            readonly model: string | null;
            /** @description Why it failed; null: it did not. */
            readonly error: {
                /** @description For programs. */
                readonly code: string;
                /** @description For people. */
                readonly message: string;
            } | null;
            /** @description What happened, oldest first. */
            readonly log: readonly {
                /**
                 * Format: date-time
                 * @description When.
                 */
                readonly at: string;
                /**
                 * @description Its `status` then.
                 * @enum {string}
                 */
                readonly stage: "queued" | "preparing" | "training" | "evaluating" | "completed" | "failed" | "cancelled";
                /** @description For people. */
                readonly message: string;
            }[];
            /** @description What the model gains and loses; null until it is over. */
            readonly report: {
                /** @description Every reader gains, the whole interval of the gain in `evaluation` lies above 0, and the labels are told apart better than by one label for all. */
                readonly better: boolean;
                /** @description In a sentence, for people. */
                readonly verdict: string;
                /** @description What became of each label. */
                readonly labels: readonly {
                    /** @description Yours. */
                    readonly name: string;
                    /** @description The label that it is told as. */
                    readonly as: string;
                    /**
                     * @description `moved`: an emotion of the base model, as your samples sound; `new`: your own beside them; `kept`: your samples lack it, so it stays the base model’s.
                     * @enum {string}
                     */
                    readonly kind?: "moved" | "new" | "kept";
                }[];
                /** @description The recordings that it was made of. */
                readonly samples: {
                    /** @description That the model learned from. */
                    readonly used: number;
                    /** @description That could not be used. */
                    readonly refused: number;
                    /** @description Of those that were used. */
                    readonly seconds: number;
                    /** @description How many of each were used. */
                    readonly by_label: {
                        readonly [key: string]: number;
                    };
                    /** @description People who are named. */
                    readonly speakers: number;
                    /** @description How many, and why; a reason without any is absent. */
                    readonly refused_by_reason: {
                        /** @description Samples whose label is none of the job’s. */
                        readonly unknown_label?: number;
                        /** @description Samples with no recording, or with more than one. */
                        readonly no_audio?: number;
                        /** @description Samples whose `audio_url` is no http or https URL. */
                        readonly bad_url?: number;
                        /** @description Samples whose `audio_url` could not be fetched. */
                        readonly unreachable?: number;
                        /** @description Samples whose file has more than 25 MB. */
                        readonly too_large?: number;
                        /** @description Samples whose file is of no format that is read. */
                        readonly unsupported_audio_format?: number;
                        /** @description Samples whose file could not be decoded. */
                        readonly undecodable_audio?: number;
                        /** @description Samples of more than 60 s. */
                        readonly too_long?: number;
                        /** @description Samples of less than 0.4 s. */
                        readonly too_short?: number;
                        /** @description Samples with less than 250 ms of speech. */
                        readonly silent?: number;
                        /** @description Samples of which more than half of the sound is no speech. */
                        readonly not_speech?: number;
                        /** @description Samples with the same recording as another sample of the job. */
                        readonly duplicate?: number;
                        /** @description Samples for which the seconds of `max_seconds` did not suffice. */
                        readonly over_budget?: number;
                        /** @description Samples whose session was deleted, or whose consent was taken back. */
                        readonly withdrawn?: number;
                    };
                };
                /** @description On recordings and turns that ended, which the full reader judges; both models know the line. */
                readonly evaluation: {
                    /** @description The base model on these recordings. */
                    readonly base: {
                        /** @description Mean of the recalls, 0 to 1. */
                        readonly unweighted_average_recall: number;
                        /** @description Of the labels that were there to be found. */
                        readonly recall: readonly {
                            /** @description One of `labels`. */
                            readonly label: string;
                            /** @description Share of its recordings that were told right. */
                            readonly recall: number;
                            /** @description 95 % (Wilson) */
                            readonly interval: {
                                /** @description As a share, like the value itself. */
                                readonly low: number;
                                /** @description As a share, like the value itself. */
                                readonly high: number;
                            };
                            /** @description Recordings of it. */
                            readonly samples: number;
                        }[];
                        /** @description Rows: what it was; columns: what was said; both in the order of `labels`. */
                        readonly confusion: readonly (readonly number[])[];
                        /** @description Whether it is right as often as it is sure. */
                        readonly calibration: {
                            /** @description How far confidence lies from being right, on average. */
                            readonly expected_calibration_error: number;
                            /** @description Ten equal bins of confidence; empty ones are left out. */
                            readonly bins: readonly {
                                /** @description In the bin. */
                                readonly samples: number;
                                /** @description Their mean confidence. */
                                readonly confidence: number;
                                /** @description The share of them that was right. */
                                readonly accuracy: number;
                            }[];
                        };
                    };
                    /** @description Your model on them. */
                    readonly tuned: {
                        /** @description Mean of the recalls, 0 to 1. */
                        readonly unweighted_average_recall: number;
                        /** @description Of the labels that were there to be found. */
                        readonly recall: readonly {
                            /** @description One of `labels`. */
                            readonly label: string;
                            /** @description Share of its recordings that were told right. */
                            readonly recall: number;
                            /** @description 95 % (Wilson) */
                            readonly interval: {
                                /** @description As a share, like the value itself. */
                                readonly low: number;
                                /** @description As a share, like the value itself. */
                                readonly high: number;
                            };
                            /** @description Recordings of it. */
                            readonly samples: number;
                        }[];
                        /** @description Rows: what it was; columns: what was said; both in the order of `labels`. */
                        readonly confusion: readonly (readonly number[])[];
                        /** @description Whether it is right as often as it is sure. */
                        readonly calibration: {
                            /** @description How far confidence lies from being right, on average. */
                            readonly expected_calibration_error: number;
                            /** @description Ten equal bins of confidence; empty ones are left out. */
                            readonly bins: readonly {
                                /** @description In the bin. */
                                readonly samples: number;
                                /** @description Their mean confidence. */
                                readonly confidence: number;
                                /** @description The share of them that was right. */
                                readonly accuracy: number;
                            }[];
                        };
                    };
                    /** @description Unweighted average recall of the tuned model minus the base model’s. */
                    readonly gain: number;
                    /** @description 90 % of resamples of people or recordings. */
                    readonly gain_interval: {
                        /** @description As a share, like the value itself. */
                        readonly low: number;
                        /** @description As a share, like the value itself. */
                        readonly high: number;
                    };
                    /**
                     * @description `speaker`: people who were left out of training; `sample`: other recordings of the same people.
                     * @enum {string}
                     */
                    readonly grouped_by: "speaker" | "sample";
                    /** @description How many parts were left out in turn. */
                    readonly folds: number;
                };
                /** @description The other grouping, where at least two people are named. */
                readonly other_evaluation: {
                    /** @description The base model on these recordings. */
                    readonly base: {
                        /** @description Mean of the recalls, 0 to 1. */
                        readonly unweighted_average_recall: number;
                        /** @description Of the labels that were there to be found. */
                        readonly recall: readonly {
                            /** @description One of `labels`. */
                            readonly label: string;
                            /** @description Share of its recordings that were told right. */
                            readonly recall: number;
                            /** @description 95 % (Wilson) */
                            readonly interval: {
                                /** @description As a share, like the value itself. */
                                readonly low: number;
                                /** @description As a share, like the value itself. */
                                readonly high: number;
                            };
                            /** @description Recordings of it. */
                            readonly samples: number;
                        }[];
                        /** @description Rows: what it was; columns: what was said; both in the order of `labels`. */
                        readonly confusion: readonly (readonly number[])[];
                        /** @description Whether it is right as often as it is sure. */
                        readonly calibration: {
                            /** @description How far confidence lies from being right, on average. */
                            readonly expected_calibration_error: number;
                            /** @description Ten equal bins of confidence; empty ones are left out. */
                            readonly bins: readonly {
                                /** @description In the bin. */
                                readonly samples: number;
                                /** @description Their mean confidence. */
                                readonly confidence: number;
                                /** @description The share of them that was right. */
                                readonly accuracy: number;
                            }[];
                        };
                    };
                    /** @description Your model on them. */
                    readonly tuned: {
                        /** @description Mean of the recalls, 0 to 1. */
                        readonly unweighted_average_recall: number;
                        /** @description Of the labels that were there to be found. */
                        readonly recall: readonly {
                            /** @description One of `labels`. */
                            readonly label: string;
                            /** @description Share of its recordings that were told right. */
                            readonly recall: number;
                            /** @description 95 % (Wilson) */
                            readonly interval: {
                                /** @description As a share, like the value itself. */
                                readonly low: number;
                                /** @description As a share, like the value itself. */
                                readonly high: number;
                            };
                            /** @description Recordings of it. */
                            readonly samples: number;
                        }[];
                        /** @description Rows: what it was; columns: what was said; both in the order of `labels`. */
                        readonly confusion: readonly (readonly number[])[];
                        /** @description Whether it is right as often as it is sure. */
                        readonly calibration: {
                            /** @description How far confidence lies from being right, on average. */
                            readonly expected_calibration_error: number;
                            /** @description Ten equal bins of confidence; empty ones are left out. */
                            readonly bins: readonly {
                                /** @description In the bin. */
                                readonly samples: number;
                                /** @description Their mean confidence. */
                                readonly confidence: number;
                                /** @description The share of them that was right. */
                                readonly accuracy: number;
                            }[];
                        };
                    };
                    /** @description Unweighted average recall of the tuned model minus the base model’s. */
                    readonly gain: number;
                    /** @description 90 % of resamples of people or recordings. */
                    readonly gain_interval: {
                        /** @description As a share, like the value itself. */
                        readonly low: number;
                        /** @description As a share, like the value itself. */
                        readonly high: number;
                    };
                    /**
                     * @description `speaker`: people who were left out of training; `sample`: other recordings of the same people.
                     * @enum {string}
                     */
                    readonly grouped_by: "speaker" | "sample";
                    /** @description How many parts were left out in turn. */
                    readonly folds: number;
                } | null;
                /** @description While somebody speaks, by the live reader. */
                readonly live_evaluation?: {
                    /** @description The base model on these recordings. */
                    readonly base: {
                        /** @description Mean of the recalls, 0 to 1. */
                        readonly unweighted_average_recall: number;
                        /** @description Of the labels that were there to be found. */
                        readonly recall: readonly {
                            /** @description One of `labels`. */
                            readonly label: string;
                            /** @description Share of its recordings that were told right. */
                            readonly recall: number;
                            /** @description 95 % (Wilson) */
                            readonly interval: {
                                /** @description As a share, like the value itself. */
                                readonly low: number;
                                /** @description As a share, like the value itself. */
                                readonly high: number;
                            };
                            /** @description Recordings of it. */
                            readonly samples: number;
                        }[];
                        /** @description Rows: what it was; columns: what was said; both in the order of `labels`. */
                        readonly confusion: readonly (readonly number[])[];
                        /** @description Whether it is right as often as it is sure. */
                        readonly calibration: {
                            /** @description How far confidence lies from being right, on average. */
                            readonly expected_calibration_error: number;
                            /** @description Ten equal bins of confidence; empty ones are left out. */
                            readonly bins: readonly {
                                /** @description In the bin. */
                                readonly samples: number;
                                /** @description Their mean confidence. */
                                readonly confidence: number;
                                /** @description The share of them that was right. */
                                readonly accuracy: number;
                            }[];
                        };
                    };
                    /** @description Your model on them. */
                    readonly tuned: {
                        /** @description Mean of the recalls, 0 to 1. */
                        readonly unweighted_average_recall: number;
                        /** @description Of the labels that were there to be found. */
                        readonly recall: readonly {
                            /** @description One of `labels`. */
                            readonly label: string;
                            /** @description Share of its recordings that were told right. */
                            readonly recall: number;
                            /** @description 95 % (Wilson) */
                            readonly interval: {
                                /** @description As a share, like the value itself. */
                                readonly low: number;
                                /** @description As a share, like the value itself. */
                                readonly high: number;
                            };
                            /** @description Recordings of it. */
                            readonly samples: number;
                        }[];
                        /** @description Rows: what it was; columns: what was said; both in the order of `labels`. */
                        readonly confusion: readonly (readonly number[])[];
                        /** @description Whether it is right as often as it is sure. */
                        readonly calibration: {
                            /** @description How far confidence lies from being right, on average. */
                            readonly expected_calibration_error: number;
                            /** @description Ten equal bins of confidence; empty ones are left out. */
                            readonly bins: readonly {
                                /** @description In the bin. */
                                readonly samples: number;
                                /** @description Their mean confidence. */
                                readonly confidence: number;
                                /** @description The share of them that was right. */
                                readonly accuracy: number;
                            }[];
                        };
                    };
                    /** @description Unweighted average recall of the tuned model minus the base model’s. */
                    readonly gain: number;
                    /** @description 90 % of resamples of people or recordings. */
                    readonly gain_interval: {
                        /** @description As a share, like the value itself. */
                        readonly low: number;
                        /** @description As a share, like the value itself. */
                        readonly high: number;
                    };
                    /**
                     * @description `speaker`: people who were left out of training; `sample`: other recordings of the same people.
                     * @enum {string}
                     */
                    readonly grouped_by: "speaker" | "sample";
                    /** @description How many parts were left out in turn. */
                    readonly folds: number;
                } | null;
                /** @description On acted German speech of ten people that has nothing to do with yours (EmoDB): what the model gains and loses there. The base model learned from these people. */
                readonly base_set?: {
                    /** @description The base model on these recordings. */
                    readonly base: {
                        /** @description Mean of the recalls, 0 to 1. */
                        readonly unweighted_average_recall: number;
                        /** @description Of the labels that were there to be found. */
                        readonly recall: readonly {
                            /** @description One of `labels`. */
                            readonly label: string;
                            /** @description Share of its recordings that were told right. */
                            readonly recall: number;
                            /** @description 95 % (Wilson) */
                            readonly interval: {
                                /** @description As a share, like the value itself. */
                                readonly low: number;
                                /** @description As a share, like the value itself. */
                                readonly high: number;
                            };
                            /** @description Recordings of it. */
                            readonly samples: number;
                        }[];
                        /** @description Rows: what it was; columns: what was said; both in the order of `labels`. */
                        readonly confusion: readonly (readonly number[])[];
                        /** @description Whether it is right as often as it is sure. */
                        readonly calibration: {
                            /** @description How far confidence lies from being right, on average. */
                            readonly expected_calibration_error: number;
                            /** @description Ten equal bins of confidence; empty ones are left out. */
                            readonly bins: readonly {
                                /** @description In the bin. */
                                readonly samples: number;
                                /** @description Their mean confidence. */
                                readonly confidence: number;
                                /** @description The share of them that was right. */
                                readonly accuracy: number;
                            }[];
                        };
                    };
                    /** @description Your model on them. */
                    readonly tuned: {
                        /** @description Mean of the recalls, 0 to 1. */
                        readonly unweighted_average_recall: number;
                        /** @description Of the labels that were there to be found. */
                        readonly recall: readonly {
                            /** @description One of `labels`. */
                            readonly label: string;
                            /** @description Share of its recordings that were told right. */
                            readonly recall: number;
                            /** @description 95 % (Wilson) */
                            readonly interval: {
                                /** @description As a share, like the value itself. */
                                readonly low: number;
                                /** @description As a share, like the value itself. */
                                readonly high: number;
                            };
                            /** @description Recordings of it. */
                            readonly samples: number;
                        }[];
                        /** @description Rows: what it was; columns: what was said; both in the order of `labels`. */
                        readonly confusion: readonly (readonly number[])[];
                        /** @description Whether it is right as often as it is sure. */
                        readonly calibration: {
                            /** @description How far confidence lies from being right, on average. */
                            readonly expected_calibration_error: number;
                            /** @description Ten equal bins of confidence; empty ones are left out. */
                            readonly bins: readonly {
                                /** @description In the bin. */
                                readonly samples: number;
                                /** @description Their mean confidence. */
                                readonly confidence: number;
                                /** @description The share of them that was right. */
                                readonly accuracy: number;
                            }[];
                        };
                    };
                    /** @description Unweighted average recall of the tuned model minus the base model’s. */
                    readonly gain: number;
                    /** @description 90 % of resamples of people or recordings. */
                    readonly gain_interval: {
                        /** @description As a share, like the value itself. */
                        readonly low: number;
                        /** @description As a share, like the value itself. */
                        readonly high: number;
                    };
                } | null;
                /** @description How it was trained. */
                readonly training: {
                    /** @description For recordings and turns that ended; null: it has none. */
                    readonly full?: {
                        /** @description How far classes were let away from the base model’s, in units of what its own corpora disagree about them. */
                        readonly reach: number;
                        /** @description Divides the logarithms of the probabilities. */
                        readonly calibration: number;
                        /**
                         * @description What was left out while it was chosen.
                         * @enum {string}
                         */
                        readonly grouped_by: "speaker" | "sample";
                        /** @description How many parts were left out in turn. */
                        readonly folds: number;
                    } | null;
                    /** @description While somebody speaks; null: it has none. */
                    readonly live?: {
                        /** @description How far classes were let away from the base model’s, in units of what its own corpora disagree about them. */
                        readonly reach: number;
                        /** @description Divides the logarithms of the probabilities. */
                        readonly calibration: number;
                        /**
                         * @description What was left out while it was chosen.
                         * @enum {string}
                         */
                        readonly grouped_by: "speaker" | "sample";
                        /** @description How many parts were left out in turn. */
                        readonly folds: number;
                    } | null;
                    /** @description How much it was kept simple. Only of models of the former network. */
                    readonly penalty?: number;
                    /** @description Steps of its training. Only of models of the former network. */
                    readonly iterations?: number;
                    /** @description Divides the logarithms of the probabilities. Only of models of the former network. */
                    readonly temperature?: number;
                    /** @description The factor on the base model’s logarithms of its probabilities. Only of models of the former network. */
                    readonly base_trust?: number;
                    /**
                     * @description What was left out while it was chosen. Only of models of the former network.
                     * @enum {string}
                     */
                    readonly grouped_by?: "speaker" | "sample";
                    /** @description How many parts were left out in turn. Only of models of the former network. */
                    readonly folds?: number;
                };
            } | null;
            /**
             * Format: date-time
             * @description When it was made.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When it began to be worked on; null: not yet.
             */
            readonly started_at: string | null;
            /**
             * Format: date-time
             * @description When it was over; null: not yet.
             */
            readonly finished_at: string | null;
        };
        readonly FineTuneRequest: {
            /** @description Name of the model that comes of it; a job of the same name makes its next version. */
            readonly name: string;
            /**
             * @description Where it may become the default; absent, everywhere.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description Absent: the relay’s model. */
            readonly base_model?: string;
            /** @description Every label that samples may carry: some of the 14, and your own. Absent: the 14. An own label comes back in `own_labels`; in `emotion_probabilities` its probability goes to the label of the 14 that it is told as. */
            readonly labels?: readonly (string | {
                /** @description As samples carry it. */
                readonly name: string;
                /**
                 * @description Which of the 14 it is told as; absent, the one the base model hears most in it.
                 * @enum {string}
                 */
                readonly as?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated";
            })[];
            /** @description Recordings to learn from. */
            readonly samples?: readonly {
                /** @description Your own name for it; absent, its number. */
                readonly id?: string;
                /** @description How it sounds: one of `labels`. */
                readonly label: string;
                /** @description Who speaks. With four people or more, people are left out to judge the model. */
                readonly speaker_id?: string;
                /**
                 * Format: uri
                 * @description Where the relay fetches its audio.
                 */
                readonly audio_url?: string;
                /** @description Its audio, as a file of any format. */
                readonly audio_base64?: string;
                /** @description In a form: the name of its file part. */
                readonly audio?: string;
            }[];
            /** @description Adds the corrected utterances of your sessions whose `consent` had the scope `training`, and no others. */
            readonly corrections?: boolean;
            /**
             * @description When it becomes the default: `never` (as it is absent), so that you look at its report and activate it, or `if_better`.
             * @enum {string}
             */
            readonly activate?: "if_better" | "never";
            /** @description Seconds of samples it may use: so many credits are set aside, and what was used is charged. Absent: 10 s a sample, at least 600 s. */
            readonly max_seconds?: number;
            /** @description False: more samples come to `/samples`, and `/start` begins. */
            readonly start?: boolean;
        };
        readonly FineTuneSample: {
            /** @description Yours, or one that was made. */
            readonly id: string;
            /** @description One of yours. */
            readonly label: string;
            /** @description Who speaks; null: not said. */
            readonly speaker_id: string | null;
            /**
             * @description What became of it.
             * @enum {string}
             */
            readonly status: "waiting" | "ready" | "refused";
            /** @description Of audio; null until it was heard. */
            readonly seconds: number | null;
            /** @description Why it was refused; null: it was not. */
            readonly reason: {
                /**
                 * @description For programs.
                 * @enum {string}
                 */
                readonly code: "unknown_label" | "no_audio" | "bad_url" | "unreachable" | "too_large" | "unsupported_audio_format" | "undecodable_audio" | "too_long" | "too_short" | "silent" | "not_speech" | "duplicate" | "over_budget" | "withdrawn";
                /** @description For people. */
                readonly message: string;
            } | null;
        };
        /** @description Each with `audio_url` or `audio_base64`. */
        readonly FineTuneSamples: {
            /** @description Recordings to learn from. */
            readonly samples: readonly {
                /** @description Your own name for it; absent, its number. */
                readonly id?: string;
                /** @description How it sounds: one of `labels`. */
                readonly label: string;
                /** @description Who speaks. With four people or more, people are left out to judge the model. */
                readonly speaker_id?: string;
                /**
                 * Format: uri
                 * @description Where the relay fetches its audio.
                 */
                readonly audio_url?: string;
                /** @description Its audio, as a file of any format. */
                readonly audio_base64?: string;
                /** @description In a form: the name of its file part. */
                readonly audio?: string;
            }[];
        };
        readonly FineTuneSamplesForm: {
            /** @description JSON */
            readonly samples: string;
        } & {
            readonly [key: string]: unknown;
        };
        readonly ForeignCorrection: {
            /** @description Of an analysis with `session_id`. */
            readonly prediction_id: string;
            /**
             * @description What it should have been told as.
             * @enum {string}
             */
            readonly correct_emotion?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated";
            /** @description What it really was, -1 to 1. */
            readonly corrected_valence?: number;
            /** @description 0 to 1, as that service counts it. */
            readonly corrected_arousal?: number;
            /** @description Of no account: named in `ignored`. */
            readonly corrected_dominance?: number;
            /** @description Of earlier clients: `corrected_valence`. */
            readonly correct_valence?: number;
            /** @description Of earlier clients: `corrected_arousal`. */
            readonly correct_arousal?: number;
            /** @description Of no account: named in `ignored`. */
            readonly correct_dominance?: number;
            /** @description Of no account: named in `ignored`. */
            readonly notes?: string;
        };
        readonly ForeignOutcome: {
            /** @description Of the session. */
            readonly session_id: string;
            /** @description Values of KPIs. */
            readonly outcomes?: readonly {
                /** @description The name of a KPI, as `/v1/kpis` has it. */
                readonly kpi_id: string;
                /** @description Of a scalar KPI. */
                readonly scalar_value?: number;
                /** @description Of a binary KPI. */
                readonly boolean_value?: boolean;
                /** @description Of a categorical KPI. */
                readonly category_value?: string;
            }[];
            /** @description Of no account: named in `ignored`. */
            readonly vertical?: string;
            /** @description As `csat` of an outcome. */
            readonly actual_csat?: number;
            /** @description As `escalated` of an outcome. */
            readonly escalated?: boolean;
            /** @description As `churned` of an outcome. */
            readonly churned?: boolean;
            /** @description As `resolved` of an outcome. */
            readonly first_call_resolved?: boolean;
            /** @description Counts where you have a KPI of this name. */
            readonly transferred?: boolean;
            /** @description Counts where you have a KPI of this name. */
            readonly deal_won?: boolean;
            /** @description Counts where you have a KPI of this name. */
            readonly deal_value?: number;
            /** @description Counts where you have a KPI of this name. */
            readonly days_to_close?: number;
            /** @description Counts where you have a KPI of this name. */
            readonly phq_score?: number;
            /** @description Counts where you have a KPI of this name. */
            readonly intervention_occurred?: boolean;
            /** @description Counts where you have a KPI of this name. */
            readonly follow_up_scheduled?: boolean;
            /** @description Counts where you have a KPI of this name. */
            readonly final_sentiment?: number;
            /** @description Of no account: named in `ignored`. */
            readonly notes?: string;
        };
        /** @description For clients of the hosted service. Arousal and dominance go from 0 to 1. */
        readonly HostedAnalysisResult: {
            /** @description Whether speech was heard. Where it is false the answer has its own shape: `emotion` is `uncertain` with confidence 0, and `emotion_probabilities`, `valence`, `arousal`, `dominance`, `state`, `metrics` and `signals` are null. Where it is true none of them is. */
            readonly speech: boolean;
            /**
             * @description The top emotion label; `uncertain` only where there is no reading at all.
             * @enum {string}
             */
            readonly emotion?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated" | "uncertain";
            /** @description How sure the label is, 0 to 1. */
            readonly confidence?: number;
            readonly emotion_probabilities?: components["schemas"]["EmotionProbabilities"];
            /** @description The confidence lies below the model’s own floor: show the label as uncertain. Confidence is never above the probability that it was speech; `quality.doubts` says what lowered it. */
            readonly uncertain?: boolean;
            /** @description Labels the model was not trained on: documented splits of another label’s probability by valence, arousal and dominance. */
            readonly derived_labels?: readonly ("neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated")[];
            /** @description Your model that read it, `name@version`; absent: the base model. */
            readonly model?: string;
            readonly own_labels?: components["schemas"]["OwnLabels"];
            /** @description How pleasant, -1 to 1; null: not known. */
            readonly valence: number | null;
            /** @description How agitated, 0 to 1; null: not known. */
            readonly arousal: number | null;
            /** @description How much in control, 0 to 1; null: not known. */
            readonly dominance: number | null;
            readonly baseline?: components["schemas"]["KnownSpeech"];
            /** @description The measures, also under that service’s names. */
            readonly prosody: {
                /** @description The fundamental frequency: how high the voice is. */
                readonly pitch?: {
                    /** @description Hz, over voiced frames */
                    readonly mean: number | null;
                    /** @description Hz */
                    readonly std: number | null;
                    /** @description Hz */
                    readonly min: number | null;
                    /** @description Hz */
                    readonly max: number | null;
                    /** @description Hz, from min to max */
                    readonly range: number | null;
                };
                /** @description How loud the speech is. */
                readonly energy?: {
                    /** @description dB relative to full scale, over frames of speech */
                    readonly mean: number | null;
                    /** @description dB */
                    readonly std: number | null;
                };
                /** @description How fast the speech is, and how often it pauses. */
                readonly rhythm?: {
                    /** @description syllables per second of audio */
                    readonly speech_rate: number | null;
                    /** @description pauses per minute of audio */
                    readonly pause_rate: number | null;
                    /** @description seconds; 0 for speech without a pause */
                    readonly average_pause_duration: number | null;
                };
                /** @description How regular the voice is: jitter, shimmer, and harmonics against noise. */
                readonly voice_quality?: {
                    /** @description local jitter, as a fraction of the mean period */
                    readonly jitter: number | null;
                    /** @description local shimmer, as a fraction of the mean amplitude */
                    readonly shimmer: number | null;
                    /** @description dB */
                    readonly hnr: number | null;
                };
                /** @description `pitch.mean`, Hz. */
                readonly pitch_mean?: number | null;
                /** @description `pitch.std`, Hz. */
                readonly pitch_std?: number | null;
                /** @description `pitch.range`, Hz. */
                readonly pitch_range?: number | null;
                /** @description `energy.mean`, dB relative to full scale. */
                readonly energy_mean?: number | null;
                /** @description `energy.std`, dB. */
                readonly energy_std?: number | null;
                /** @description `rhythm.speech_rate`, syllables per second. */
                readonly speech_rate?: number | null;
                /** @description `voice_quality.jitter`, a fraction of the mean period. */
                readonly jitter?: number | null;
                /** @description `voice_quality.shimmer`, a fraction of the mean amplitude. */
                readonly shimmer?: number | null;
                /** @description `voice_quality.hnr`, dB. */
                readonly hnr?: number | null;
                /** @description How pleasant, -1 to 1; null: not known. */
                readonly valence: number | null;
                /** @description How agitated, 0 to 1; null: not known. */
                readonly arousal: number | null;
                /** @description How much in control, 0 to 1; null: not known. */
                readonly dominance: number | null;
            };
            /** @description The vertical’s word for how the speaker sounds. */
            readonly state?: string | null;
            /** @description The vertical’s figures, words and flags, by name. */
            readonly metrics?: {
                readonly [key: string]: number | string | boolean;
            } | null;
            readonly signals?: components["schemas"]["Signals"];
            /** @description seconds of audio: what is billed, silence too, since all of it is listened to */
            readonly duration: number;
            /**
             * Format: date-time
             * @description When the answer was ready.
             */
            readonly processed_at: string;
            /** @description As in `X-Request-Id`. */
            readonly request_id: string;
            /** @description The rules that judged state and metrics. */
            readonly vertical: string;
            readonly quality: components["schemas"]["AudioQuality"];
            /** @description Sounds of the voice that are no speech, with feature emotion. Never an emotion. */
            readonly vocal_events?: readonly components["schemas"]["VocalEvent"][];
            /** @description How the recording went, in order of time: the stretches whose mean is the answer. With feature emotion or vad; absent for speech of at most 4 s, of which the answer says everything. With `diarize`, of every channel that was heard apart. */
            readonly segments?: readonly components["schemas"]["Segment"][];
            /** @description With `diarize`, in order. */
            readonly turns?: readonly {
                /** @description Of this answer alone. */
                readonly turn_id: string;
                /** @description Who spoke. */
                readonly speaker: {
                    /** @description As in `speakers`. */
                    readonly id: string;
                    /** @description The name to show. */
                    readonly label: string;
                };
                /** @description Of the recording, from 0. */
                readonly channel: number;
                /** @description seconds */
                readonly start: number;
                /** @description seconds */
                readonly end: number;
                /** @description What was said; empty: not given. */
                readonly text: string;
                /**
                 * @description The top emotion label; `uncertain` only where there is no reading at all.
                 * @enum {string}
                 */
                readonly emotion?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated" | "uncertain";
                /** @description How sure the label is, 0 to 1. */
                readonly confidence?: number;
                readonly emotion_probabilities?: components["schemas"]["EmotionProbabilities"];
                /** @description The confidence lies below the model’s own floor: show the label as uncertain. Confidence is never above the probability that it was speech; `quality.doubts` says what lowered it. */
                readonly uncertain?: boolean;
                /** @description How pleasant, -1 to 1; null: not known. */
                readonly valence: number | null;
                /** @description How agitated, 0 to 1; null: not known. */
                readonly arousal: number | null;
                /** @description How much in control, 0 to 1; null: not known. */
                readonly dominance: number | null;
                /** @description Its measures. */
                readonly prosody: {
                    /** @description The fundamental frequency: how high the voice is. */
                    readonly pitch?: {
                        /** @description Hz, over voiced frames */
                        readonly mean: number | null;
                        /** @description Hz */
                        readonly std: number | null;
                        /** @description Hz */
                        readonly min: number | null;
                        /** @description Hz */
                        readonly max: number | null;
                        /** @description Hz, from min to max */
                        readonly range: number | null;
                    };
                    /** @description How loud the speech is. */
                    readonly energy?: {
                        /** @description dB relative to full scale, over frames of speech */
                        readonly mean: number | null;
                        /** @description dB */
                        readonly std: number | null;
                    };
                    /** @description How fast the speech is, and how often it pauses. */
                    readonly rhythm?: {
                        /** @description syllables per second of audio */
                        readonly speech_rate: number | null;
                        /** @description pauses per minute of audio */
                        readonly pause_rate: number | null;
                        /** @description seconds; 0 for speech without a pause */
                        readonly average_pause_duration: number | null;
                    };
                    /** @description How regular the voice is: jitter, shimmer, and harmonics against noise. */
                    readonly voice_quality?: {
                        /** @description local jitter, as a fraction of the mean period */
                        readonly jitter: number | null;
                        /** @description local shimmer, as a fraction of the mean amplitude */
                        readonly shimmer: number | null;
                        /** @description dB */
                        readonly hnr: number | null;
                    };
                    /** @description How pleasant, -1 to 1; null: not known. */
                    readonly valence: number | null;
                    /** @description How agitated, 0 to 1; null: not known. */
                    readonly arousal: number | null;
                    /** @description How much in control, 0 to 1; null: not known. */
                    readonly dominance: number | null;
                };
                /** @description `speaker.id`. */
                readonly speaker_id: string;
                /** @description `start`, in milliseconds. */
                readonly start_ms: number;
                /** @description `end`, in milliseconds. */
                readonly end_ms: number;
            }[];
            /** @description With `diarize`: the voices. */
            readonly speakers?: readonly {
                /** @description Stable: the enrolled person’s own id where somebody was recognized, on every later call too. */
                readonly id: string;
                /** @description The enrolled person’s name, else `Speaker 1` … */
                readonly label: string;
                /** @description Seconds in which this voice speaks. */
                readonly talkSeconds: number;
                /** @description The enrolled person; null: nobody known. Present where a consent covers it. */
                readonly person_id?: string | null;
                /** @description Whether this is an enrolled person; present where a consent covers it. */
                readonly verified?: boolean;
                /** @description Speech that was compared, seconds. */
                readonly evidence_seconds?: number;
                /** @description Natural logarithm of how much likelier the voice is this person’s than another’s; present where `verified`. */
                readonly log_likelihood_ratio?: number;
            }[];
            /** @description Enrolled people who were not compared, since another model heard their voices: enroll them again. Absent where everybody is known or nobody is concerned. */
            readonly outdated_enrollments?: number;
            /** @description Where two people speak at once, seconds. */
            readonly overlaps?: readonly {
                /** @description seconds */
                readonly start: number;
                /** @description seconds */
                readonly end: number;
            }[];
            /** @description With `cues` in the request: what an agent would have been told, and when, if the recording had been streamed with every voice being the subject’s. Empty: nothing. */
            readonly cues?: readonly components["schemas"]["RecordingCue"][];
            /** @description What was said; empty: not given. */
            readonly text: string;
            /** @description As in the request. */
            readonly speaker_id?: string;
            /** @description As in the request. */
            readonly session_id?: string;
            /** @description As in the request. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
            /** @description With feature prediction: what is expected of the session; null without a session. */
            readonly predictions?: {
                readonly [key: string]: unknown;
            } | null;
            /** @description What is expected of your KPIs, by name. */
            readonly kpi_predictions?: {
                readonly [key: string]: unknown;
            };
            /** @description For `POST /v1/feedback/correction`. */
            readonly prediction_id: string;
            /** @description Of `text`. */
            readonly word_count: number;
            /** @description Whether `valence` is known. */
            readonly affect_available: boolean;
            /** @description With `diarize`. */
            readonly per_speaker?: readonly {
                /** @description Of the speaker. */
                readonly speaker_id: string;
                /** @description How long they talked, in milliseconds. */
                readonly talk_ms: number;
                /** @description Their turns. */
                readonly window_count: number;
            }[];
        };
        /** @description A link that opens once, for this member. */
        readonly Invitation: {
            /** @description Who opens it becomes the member: hand it over yourself. It is shown this once. */
            readonly url: string;
            /**
             * Format: date-time
             * @description Seven days after it was made.
             */
            readonly expires_at: string;
        };
        /** @description Seconds of speech that were known when the emotion was told, with feature emotion. Absent where nothing is learned. */
        readonly KnownSpeech: {
            /** @description of the line */
            readonly line_seconds: number;
            /** @description of this voice */
            readonly voice_seconds: number;
        };
        /** @description The version of the organization’s learning that knows the outcome. */
        readonly Learned: {
            /** @description Counts what was learned; 0 is the prior alone. */
            readonly model_version: number;
        };
        readonly Line: {
            /** @description As hellos, tokens and requests name it. */
            readonly name: string;
            /** @description The model that heard it, `id@version`. */
            readonly model: string;
            /** @description Speech behind it. */
            readonly speech_seconds: number;
            /** @description Somebody who is heard in two calls counts twice. */
            readonly voices: number;
            /** @description Behind it. */
            readonly calls: number;
            /** @description Whether new calls begin with it: once three voices were heard. */
            readonly usable: boolean;
            /**
             * Format: date-time
             * @description When a call taught it last.
             */
            readonly updated_at: string;
        };
        readonly ListedMember: {
            /** @description `mem_…` */
            readonly id: string;
            /** @description The address that was invited. */
            readonly email: string;
            /** @description To show; null: the address is shown. */
            readonly name: string | null;
            /**
             * @description What the member may do.
             * @enum {string}
             */
            readonly role: "owner" | "developer" | "supervisor" | "viewer";
            /**
             * Format: date-time
             * @description When the member was added.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description The first sign-in; null while the invitation waits.
             */
            readonly joined_at: string | null;
            /**
             * Format: date-time
             * @description The newest request of any sign-in.
             */
            readonly last_seen_at: string | null;
            /** @description How many the member has. */
            readonly passkeys: number;
            /**
             * Format: date-time
             * @description When the open invitation ends.
             */
            readonly invited_until: string | null;
        };
        readonly LoggedRequest: {
            /** @description What `X-Request-Id` of the answer said. */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it was answered.
             */
            readonly at: string;
            /** @description Of HTTP. */
            readonly method: string;
            /** @description The pattern, without ids; `other` for a path that nothing answers. */
            readonly route: string;
            /** @description Of HTTP. */
            readonly status: number;
            /** @description How long it took. */
            readonly duration_ms: number;
            /** @description Null for a member. */
            readonly key_id: string | null;
            /** @description While the key is known. */
            readonly key_name: string | null;
            /** @description Null for a key. */
            readonly member_id: string | null;
        };
        /** @description Somebody who may sign in to the console, or is invited to. */
        readonly Member: {
            /** @description `mem_…` */
            readonly id: string;
            /** @description The address that was invited. */
            readonly email: string;
            /** @description To show; null: the address is shown. */
            readonly name: string | null;
            /**
             * @description What the member may do.
             * @enum {string}
             */
            readonly role: "owner" | "developer" | "supervisor" | "viewer";
            /**
             * Format: date-time
             * @description When the member was added.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description The first sign-in; null while the invitation waits.
             */
            readonly joined_at: string | null;
        };
        readonly MemberSession: {
            /** @description To end it with. */
            readonly id: string;
            /**
             * @description How the member signed in.
             * @enum {string}
             */
            readonly method: "invitation" | "passkey" | "oidc";
            /** @description What the browser called itself. */
            readonly user_agent: string;
            /**
             * Format: date-time
             * @description The sign-in.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description Its newest request.
             */
            readonly last_seen_at: string | null;
            /**
             * Format: date-time
             * @description Eight hours after the sign-in.
             */
            readonly expires_at: string;
            /** @description The one that asked. */
            readonly current: boolean;
        };
        readonly Model: {
            /** @description What `model` of a request takes. */
            readonly model: string;
            /**
             * @description `base`: the relay’s own; `tuned`: made by a job of yours.
             * @enum {string}
             */
            readonly kind: "base" | "tuned";
            /** @description Of the job that made it, or of the relay’s own readers. */
            readonly name: string;
            /** @description Counts the models of one name; of a base model, that of its files. */
            readonly version: string;
            /** @description Where it may become the default; null: everywhere. */
            readonly vertical: string | null;
            /** @description Of the job that made it; null: a base model. */
            readonly job_id: string | null;
            /** @description Requests without a `model` use it, somewhere. */
            readonly active: boolean;
            /** @description The verticals in which requests without a `model` use it. */
            readonly active_in: readonly ("contact_center" | "healthcare" | "sales" | "general")[];
            /** @description What it was activated for, each of which `/v1/models/rollback` takes back; null: every vertical without a default of its own. */
            readonly default_of: readonly ("contact_center" | "healthcare" | "sales" | "general" | null)[];
            /** @description False: trained on another base model than the relay runs now. */
            readonly usable: boolean;
            /**
             * @description `needs_training`: made for another base model. It is kept, and its job can be read, but no request is judged by it; train it again with its recordings.
             * @enum {string}
             */
            readonly state: "ready" | "needs_training";
            /**
             * Format: date-time
             * @description When it was made; null: a base model.
             */
            readonly created_at: string | null;
        };
        /** @description Exactly one of `audio`, `audio_url` and `audio_base64`. */
        readonly NewEnrollment: {
            readonly consent?: components["schemas"]["VoiceConsent"];
            /** @description Everything about the voice is deleted then. */
            readonly expires_at?: string;
            /**
             * @description replace (default): only this recording counts from now on; add: it joins those before, and must be the same voice.
             * @enum {string}
             */
            readonly mode?: "replace" | "add";
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64?: string;
        };
        /** @description Exactly one of `audio`, `audio_url` and `audio_base64`. */
        readonly NewEnrollmentForm: {
            /** @description The consent as a JSON object. */
            readonly consent?: string;
            /** @description Everything about the voice is deleted then. */
            readonly expires_at?: string;
            /**
             * @description replace (default): only this recording counts from now on; add: it joins those before, and must be the same voice.
             * @enum {string}
             */
            readonly mode?: "replace" | "add";
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64?: string;
            /**
             * Format: binary
             * @description Audio file, at most 25 MB.
             */
            readonly audio?: string;
        };
        readonly NewSession: {
            /** @description Your own name for it, any text; another organization may use the same. Absent: a fresh one. */
            readonly session_id?: string;
            /**
             * @description The rules that judge state and metrics; general when absent.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description Of the texts in answers: de, en, es, fr, it, nl, pl, pt or tr by its primary language; anything else reads as en. */
            readonly language?: string;
            /** @description Your reference of whom or what it is about, such as a customer or a case: sessions can be listed by it. */
            readonly external_id?: string;
            /** @description Custom metadata; comes back as it is. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
        };
        /** @description Exactly one of `audio`, `audio_url` and `audio_base64`. */
        readonly NewSpeaker: {
            /** @description The name that is shown for this voice. */
            readonly label: string;
            /** @description Your own id of the person; unique in the organization. */
            readonly external_id?: string;
            readonly consent?: components["schemas"]["VoiceConsent"];
            /** @description Everything about the voice is deleted then. */
            readonly expires_at?: string;
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64?: string;
        };
        /** @description Exactly one of `audio`, `audio_url` and `audio_base64`. */
        readonly NewSpeakerForm: {
            /** @description The name that is shown for this voice. */
            readonly label: string;
            /** @description Your own id of the person; unique in the organization. */
            readonly external_id?: string;
            /** @description The consent as a JSON object. */
            readonly consent?: string;
            /** @description Everything about the voice is deleted then. */
            readonly expires_at?: string;
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64?: string;
            /**
             * Format: binary
             * @description Audio file, at most 25 MB.
             */
            readonly audio?: string;
        };
        /** @description One of `audio_url`, `audio_base64`, `result` and `transcript`; words may go with audio or a result. */
        readonly NewUtterance: {
            /** @description Your own name for it: the same again changes nothing and answers 200. */
            readonly utterance_id?: string;
            /** @description Its place in the conversation, from 0, where you do not know times. */
            readonly index?: number;
            /** @description Seconds since the conversation began; absent: behind the utterance before. */
            readonly start?: number;
            /** @description Seconds; of audio it is known. Absent for words: estimated from their length. */
            readonly duration?: number;
            readonly result?: components["schemas"]["ComputedResult"];
            /** @description Transcript of the audio; comes back as `text`. */
            readonly transcript?: string;
            /** @description Speaker identifier. */
            readonly speaker_id?: string;
            /**
             * @description Whom the recording lets hear. Absent, the organization’s default. `agent` is refused by the workplace policy (403 `policy_blocked`).
             * @enum {string}
             */
            readonly subject?: "customer" | "agent" | "self" | "unknown";
            /**
             * @description Target vertical. Absent: the session’s; without a session, `general`.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description What is computed: emotion = base classification; prosody = pitch, energy, rhythm; vad = valence, arousal, dominance; vertical = vertical-specific state and metrics; prediction = forward predictions, requires `session_id`. Absent: all that can be, `prediction` only with a session. */
            readonly features?: readonly ("emotion" | "prosody" | "vad" | "vertical" | "prediction")[];
            /** @description A model of yours (`name`, or `name@version`), or the base model by its id. Absent, what is active; see `/v1/models`. */
            readonly model?: string;
            /** @description Custom metadata; comes back as it is. */
            readonly metadata?: {
                readonly [key: string]: unknown;
            };
            /** @description Adds `turns`, each with `prosody`, and `speakers`. Channels with different signals are different speakers; on one channel they are told apart by their voices. */
            readonly diarize?: boolean;
            /** @description Adds `cues`: what an agent would have been told, and when, by the rules of a live stream. Needs a feature besides prosody. */
            readonly cues?: boolean;
            /** @description Of the texts of `cues`; the organization’s unless given. */
            readonly language?: string;
            readonly consent?: components["schemas"]["RecordingConsent"];
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64?: string;
        };
        readonly NewUtteranceForm: {
            /**
             * Format: binary
             * @description Audio file, at most 25 MB.
             */
            readonly audio?: string;
            /**
             * Format: uri
             * @description URL of the audio: public, at most 25 MB, at most 3 redirects.
             */
            readonly audio_url?: string;
            /** @description The audio file as base64, at most 25 MB decoded. */
            readonly audio_base64?: string;
            /**
             * @description Target vertical. Absent: the session’s; without a session, `general`.
             * @enum {string}
             */
            readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
            /** @description Comma-separated: emotion, prosody, vad, vertical, prediction. */
            readonly features?: string;
            /** @description A model of yours (`name`, or `name@version`), or the base model by its id. Absent, what is active; see `/v1/models`. */
            readonly model?: string;
            /** @description The microphone, trunk or queue that was recorded, by a name of yours: what its recordings have in common is learned and taken out of how they sound. Absent, a file is judged by itself alone, and the same file always gets the same answer. */
            readonly line?: string;
            /** @description Transcript of the audio; comes back as `text`. */
            readonly transcript?: string;
            /** @description Speaker identifier. */
            readonly speaker_id?: string;
            /** @description A JSON object. */
            readonly metadata?: string;
            /**
             * @description Whom the recording lets hear. Absent, the organization’s default. `agent` is refused by the workplace policy (403 `policy_blocked`).
             * @enum {string}
             */
            readonly subject?: "customer" | "agent" | "self" | "unknown";
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly diarize?: "true" | "false";
            /**
             * @description As in the JSON form.
             * @enum {string}
             */
            readonly cues?: "true" | "false";
            /** @description Of the texts of `cues`; the organization’s unless given. */
            readonly language?: string;
            /** @description A JSON object. */
            readonly consent?: string;
            /** @description Your own name for it: the same again changes nothing and answers 200. */
            readonly utterance_id?: string;
            /** @description Its place in the conversation, from 0, where you do not know times. */
            readonly index?: number;
            /** @description Seconds since the conversation began; absent: behind the utterance before. */
            readonly start?: number;
            /** @description Seconds; of audio it is known. Absent for words: estimated from their length. */
            readonly duration?: number;
        };
        /** @description Of a figure. Null until there is an outcome. */
        readonly NumberQuality: {
            /**
             * @description The outcome is a figure. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            readonly kind: "number";
            /** @description Behind these figures. */
            readonly outcomes: number;
            /** @description In the figure’s own unit. */
            readonly root_mean_squared_error: number | null;
            /** @description Share of the prior’s squared error saved. */
            readonly lift_over_prior: number | null;
            /** @description 80 %, from two outcomes on. While it holds 0, so few outcomes do not say whether learning helps. */
            readonly lift_over_prior_interval: {
                /** @description In the value’s own unit. */
                readonly low: number;
                /** @description In the value’s own unit. */
                readonly high: number;
            } | null;
            /** @description Share of the running mean’s squared error saved. */
            readonly lift_over_mean: number | null;
            /** @description Share of outcomes inside the interval told. */
            readonly coverage: number | null;
            /** @description How probably a value was said to lie within its interval. */
            readonly interval_level: number;
        };
        readonly ObservedUtterance: {
            readonly utterance: components["schemas"]["Utterance"];
            /** @description The utterance was there already; nothing changed. */
            readonly duplicate: boolean;
            /** @description The session as it is now. */
            readonly session: {
                /** @description Your own name for it. */
                readonly id: string;
                /**
                 * @description After this utterance.
                 * @enum {string}
                 */
                readonly state: "open" | "live" | "paused" | "ended" | "expired";
                /** @description Of everybody, this one included. */
                readonly utterance_count: number;
            };
            readonly predictions: components["schemas"]["Predictions"];
            /** @description What is expected of your KPIs, by name. */
            readonly kpi_predictions: {
                readonly [key: string]: {
                    /** @description In the KPI’s own unit, yes or no, or a category. */
                    readonly value: number | boolean | string;
                    /** @description Its probability, 0 to 1; of a number, that of being within a tenth of the range. */
                    readonly confidence: number;
                    /** @description Of a number: where it lies with a probability of .8. */
                    readonly interval?: {
                        /** @description In the value’s own unit. */
                        readonly low: number;
                        /** @description In the value’s own unit. */
                        readonly high: number;
                    };
                    /** @description Of yes and no, or of each category. */
                    readonly probabilities?: {
                        readonly [key: string]: number;
                    };
                };
            };
            /** @description Raised by this utterance. */
            readonly alerts: readonly components["schemas"]["SessionAlert"][];
            /** @description Of audio: the analysis result. */
            readonly analysis?: {
                readonly [key: string]: unknown;
            };
        };
        readonly OverviewPeriod: {
            /** @description The day, or the Monday of the week. */
            readonly start: string;
            /** @description Sessions that began in it and are over. */
            readonly calls: number;
            /** @description How long they were, together. */
            readonly minutes: number;
            /** @description Minutes of the callers’ speech under each label. */
            readonly emotions: {
                readonly [key: string]: number;
            };
            /** @description Minutes of each of the callers’ moods, pauses too. Of streams alone. */
            readonly moods: {
                readonly [key: string]: number;
            };
            /** @description Those in which the escalation risk rose to 0.6 or higher. */
            readonly escalated_calls: number;
            /** @description How often the escalation risk rose to 0.6 or higher. */
            readonly escalations: number;
            /** @description How many of them came back to 0.4 or lower. */
            readonly calmed: number;
            /** @description How many cues agents got, and what they did with them. */
            readonly cues: {
                /** @description Shown to agents. */
                readonly given: number;
                /** @description Of them, those that an agent saw. */
                readonly seen: number;
                /** @description That an agent took up. */
                readonly accepted: number;
                /** @description That an agent put away. */
                readonly dismissed: number;
                /** @description That an agent called not useful. */
                readonly not_useful: number;
            };
            /** @description What was expected, and what came, where outcomes were told. */
            readonly outcomes: {
                readonly escalated: components["schemas"]["ExpectedAndCame"];
                readonly resolved: components["schemas"]["ExpectedAndCame"];
                readonly churned: components["schemas"]["ExpectedAndCame"];
                readonly csat: components["schemas"]["ExpectedAndCame"];
            };
        };
        /** @description What your model says in its own labels; in `emotion_probabilities` each one’s goes to the label it is told as. */
        readonly OwnLabels: {
            /** @description The most probable of your labels. */
            readonly label: string;
            /** @description Its probability, 0 to 1. */
            readonly confidence: number;
            /** @description Of each of your labels; they sum to 1. */
            readonly probabilities: {
                readonly [key: string]: number;
            };
        } | null;
        readonly Passkey: {
            /** @description To remove it with. */
            readonly id: string;
            /** @description As the member called it. */
            readonly name: string;
            /** @description The host name that it opens. */
            readonly site: string;
            /**
             * Format: date-time
             * @description When it was added.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description The newest sign-in with it.
             */
            readonly last_used_at: string | null;
        };
        readonly PredictionQuality: {
            /** @description That speaks now. */
            readonly model_version: number;
            /** @description That were told. */
            readonly outcomes: number;
            /** @description By prediction. */
            readonly targets: {
                readonly [key: string]: components["schemas"]["ChanceQuality"] | components["schemas"]["NumberQuality"];
            };
        };
        /** @description Prior: the features, their starting coefficients and widths, and the advice. Learned, per organization, from submitted outcomes: the coefficients and the unexplained variance. `model_version` of the session tells which state of that learning spoke; 0 is the prior alone. */
        readonly Predictions: {
            /** @description 0 to 1: that somebody else has to take over. */
            readonly escalation_risk: number;
            /** @description 0 to 1: that the customer leaves. */
            readonly churn_risk: number;
            /** @description 0 to 1: that the matter is settled. */
            readonly resolution_probability: number;
            /** @description The customer’s score, 1 to 5. */
            readonly predicted_csat: number;
            /** @description Valence of the next `horizon_s`, -1 to 1. */
            readonly sentiment_forecast: number;
            /** @description Of the sentiment forecast; the others are about the whole conversation. */
            readonly horizon_s: number;
            /** @description Of callers. With 0 it is what your ordinary conversation is like. */
            readonly utterances_seen: number;
            /**
             * @description Of valence so far.
             * @enum {string}
             */
            readonly trajectory: "declining" | "stable" | "improving";
            /** @description How probably a value lies within its interval, 0 to 1. */
            readonly interval_level: number;
            /** @description Where each value lies with that probability. */
            readonly intervals: {
                /** @description Of `escalation_risk`. */
                readonly escalation_risk: {
                    /** @description In the value’s own unit. */
                    readonly low: number;
                    /** @description In the value’s own unit. */
                    readonly high: number;
                };
                /** @description Of `churn_risk`. */
                readonly churn_risk: {
                    /** @description In the value’s own unit. */
                    readonly low: number;
                    /** @description In the value’s own unit. */
                    readonly high: number;
                };
                /** @description Of `resolution_probability`. */
                readonly resolution_probability: {
                    /** @description In the value’s own unit. */
                    readonly low: number;
                    /** @description In the value’s own unit. */
                    readonly high: number;
                };
                /** @description Of `predicted_csat`. */
                readonly predicted_csat: {
                    /** @description In the value’s own unit. */
                    readonly low: number;
                    /** @description In the value’s own unit. */
                    readonly high: number;
                };
                /** @description Of `sentiment_forecast`. */
                readonly sentiment_forecast: {
                    /** @description In the value’s own unit. */
                    readonly low: number;
                    /** @description In the value’s own unit. */
                    readonly high: number;
                };
            };
            /** @description What moves each away from that of an ordinary conversation, the strongest first. */
            readonly impact_factors: {
                /** @description Of `escalation_risk`. */
                readonly escalation_risk: readonly {
                    /** @description The feature, for programs. */
                    readonly name: string;
                    /** @description In the prediction’s own unit: log-odds, points of the score, valence. */
                    readonly contribution: number;
                    /**
                     * @description Which way it moves the prediction.
                     * @enum {string}
                     */
                    readonly direction: "raises" | "lowers";
                    /** @description What was heard, in the session’s language. */
                    readonly explanation: string;
                }[];
                /** @description Of `churn_risk`. */
                readonly churn_risk: readonly {
                    /** @description The feature, for programs. */
                    readonly name: string;
                    /** @description In the prediction’s own unit: log-odds, points of the score, valence. */
                    readonly contribution: number;
                    /**
                     * @description Which way it moves the prediction.
                     * @enum {string}
                     */
                    readonly direction: "raises" | "lowers";
                    /** @description What was heard, in the session’s language. */
                    readonly explanation: string;
                }[];
                /** @description Of `resolution_probability`. */
                readonly resolution_probability: readonly {
                    /** @description The feature, for programs. */
                    readonly name: string;
                    /** @description In the prediction’s own unit: log-odds, points of the score, valence. */
                    readonly contribution: number;
                    /**
                     * @description Which way it moves the prediction.
                     * @enum {string}
                     */
                    readonly direction: "raises" | "lowers";
                    /** @description What was heard, in the session’s language. */
                    readonly explanation: string;
                }[];
                /** @description Of `predicted_csat`. */
                readonly predicted_csat: readonly {
                    /** @description The feature, for programs. */
                    readonly name: string;
                    /** @description In the prediction’s own unit: log-odds, points of the score, valence. */
                    readonly contribution: number;
                    /**
                     * @description Which way it moves the prediction.
                     * @enum {string}
                     */
                    readonly direction: "raises" | "lowers";
                    /** @description What was heard, in the session’s language. */
                    readonly explanation: string;
                }[];
                /** @description Of `sentiment_forecast`. */
                readonly sentiment_forecast: readonly {
                    /** @description The feature, for programs. */
                    readonly name: string;
                    /** @description In the prediction’s own unit: log-odds, points of the score, valence. */
                    readonly contribution: number;
                    /**
                     * @description Which way it moves the prediction.
                     * @enum {string}
                     */
                    readonly direction: "raises" | "lowers";
                    /** @description What was heard, in the session’s language. */
                    readonly explanation: string;
                }[];
            };
            /** @description `calm_and_slow`, `empathetic`, `warm_and_steady`, `friendly` or `clear`. */
            readonly recommended_tone: string;
            /** @description In the session’s language. */
            readonly recommended_actions: readonly string[];
        };
        readonly PredictionVersions: {
            /** @description The one that speaks now. */
            readonly current: number;
            /** @description Oldest first. */
            readonly versions: readonly {
                /** @description 0 is the prior, which is not listed. */
                readonly version: number;
                /** @description The version that it was learned from; null: none. */
                readonly parent: number | null;
                /** @description Behind it. */
                readonly outcomes: number;
                /** @description When it was learned. */
                readonly created_at: string;
                /** @description Whether it is still kept. */
                readonly can_roll_back_to: boolean;
                /** @description Why there is this version. */
                readonly change: {
                    /** @description What made it. */
                    readonly kind: string;
                    /** @description Whose outcome it was. */
                    readonly session_id?: string;
                    /** @description The version that was gone back to. */
                    readonly to?: number;
                };
            }[];
        };
        /** @description A measure that is not defined for the audio is null. */
        readonly Prosody: {
            /** @description The fundamental frequency: how high the voice is. */
            readonly pitch: {
                /** @description Hz, over voiced frames */
                readonly mean: number | null;
                /** @description Hz */
                readonly std: number | null;
                /** @description Hz */
                readonly min: number | null;
                /** @description Hz */
                readonly max: number | null;
                /** @description Hz, from min to max */
                readonly range: number | null;
            };
            /** @description How loud the speech is. */
            readonly energy: {
                /** @description dB relative to full scale, over frames of speech */
                readonly mean: number | null;
                /** @description dB */
                readonly std: number | null;
            };
            /** @description How fast the speech is, and how often it pauses. */
            readonly rhythm: {
                /** @description syllables per second of audio */
                readonly speech_rate: number | null;
                /** @description pauses per minute of audio */
                readonly pause_rate: number | null;
                /** @description seconds; 0 for speech without a pause */
                readonly average_pause_duration: number | null;
            };
            /** @description How regular the voice is: jitter, shimmer, and harmonics against noise. */
            readonly voice_quality: {
                /** @description local jitter, as a fraction of the mean period */
                readonly jitter: number | null;
                /** @description local shimmer, as a fraction of the mean amplitude */
                readonly shimmer: number | null;
                /** @description dB */
                readonly hnr: number | null;
            };
        } | null;
        /** @description A measure that is not defined for the audio is null. */
        readonly ProsodyFeatures: {
            /** @description Hz, over voiced frames */
            readonly f0_mean: number | null;
            /** @description Hz */
            readonly f0_std: number | null;
            /** @description Hz */
            readonly f0_min: number | null;
            /** @description Hz */
            readonly f0_max: number | null;
            /** @description Hz, from min to max */
            readonly f0_range: number | null;
            /** @description dB relative to full scale */
            readonly energy_mean: number | null;
            /** @description dB */
            readonly energy_std: number | null;
            /** @description local, as a fraction of the mean period */
            readonly jitter: number | null;
            /** @description local, as a fraction of the mean amplitude */
            readonly shimmer: number | null;
            /** @description dB */
            readonly hnr: number | null;
            /** @description syllables per second */
            readonly speech_rate: number | null;
            /** @description pauses per minute */
            readonly pause_rate: number | null;
            /** @description seconds */
            readonly pause_duration_mean: number | null;
            /** @description seconds of audio: what is billed */
            readonly duration: number;
            /** @description As in `X-Request-Id`. */
            readonly request_id: string;
        };
        /** @description What the people recorded agreed to. With `voiceprint` in `scope`, voices are compared with those of the organization’s enrolled people; without, nobody is recognized. In background jobs nobody is. With `training`, what was heard of an utterance of a session (never its audio) is kept for as long as the session, and a correction makes a fine-tuning sample of it. */
        readonly RecordingConsent: {
            /** @description The legal basis, in your own words, e.g. `consent`. */
            readonly basis?: string;
            /** @description What it covers: `voiceprint` (who speaks is recognized), `training`, or words of your own. */
            readonly scope: string | readonly string[];
            /** @description Whose law applies, in your own words, e.g. `DE`. */
            readonly jurisdiction?: string;
            /** @description When the caller was told of the analysis. */
            readonly disclosed_at?: string;
        };
        readonly RecordingCue: {
            /** @description Of this answer alone. */
            readonly cue_id: string;
            /** @description seconds */
            readonly at: number;
            /** @description Of the recording, from 0. */
            readonly channel: number;
            /** @description `caller_escalating`, `mirror_calm`, `agent_overheated` or `normal`. */
            readonly mode: string;
            /** @description `info`, `notice` or `warning`. */
            readonly severity: string;
            /** @description A few words, in `language`. */
            readonly title: string;
            /** @description One or two sentences. */
            readonly body: string;
            /** @description Things to do or say. */
            readonly tips: readonly string[];
        };
        readonly Segment: {
            /** @description Of the recording, from 0. */
            readonly channel: number;
            /** @description seconds */
            readonly start: number;
            /** @description seconds */
            readonly end: number;
            /**
             * @description The top emotion label; `uncertain` only where there is no reading at all.
             * @enum {string}
             */
            readonly emotion?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated" | "uncertain";
            /** @description How sure the label is, 0 to 1. */
            readonly confidence?: number;
            /** @description The confidence lies below the model’s own floor: show the label as uncertain. Confidence is never above the probability that it was speech; `quality.doubts` says what lowered it. */
            readonly uncertain?: boolean;
            /** @description -1 unpleasant to 1 pleasant. */
            readonly valence?: number | null;
            /** @description -1 calm to 1 excited. */
            readonly arousal?: number | null;
            /** @description -1 submissive to 1 dominant. */
            readonly dominance?: number | null;
        };
        /** @description A session with what was heard, and what is expected of it. */
        readonly Session: {
            /** @description The name of the conversation. */
            readonly id: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            readonly state: "open" | "live" | "paused" | "ended" | "expired";
            /** @description The rules that judge state and metrics. */
            readonly vertical: string;
            /** @description Of advice and cues, BCP 47. */
            readonly language: string;
            /** @description Your own reference. */
            readonly external_id: string | null;
            /** @description As it was given. */
            readonly metadata: {
                readonly [key: string]: unknown;
            };
            /** @description When it began. */
            readonly created_at: string;
            /** @description When something happened to it last. */
            readonly updated_at: string;
            /** @description When it ended; null: it goes on. */
            readonly ended_at: string | null;
            /** @description What ended it. */
            readonly end_code: string | null;
            /** @description Of everybody, so far. */
            readonly utterance_count: number;
            readonly overview: components["schemas"]["SessionOverview"];
            /** @description Of callers, behind the predictions. */
            readonly utterances_seen: number;
            readonly predictions: components["schemas"]["Predictions"];
            /** @description What is expected of your KPIs, by name. */
            readonly kpi_predictions: {
                readonly [key: string]: {
                    /** @description In the KPI’s own unit, yes or no, or a category. */
                    readonly value: number | boolean | string;
                    /** @description Its probability, 0 to 1; of a number, that of being within a tenth of the range. */
                    readonly confidence: number;
                    /** @description Of a number: where it lies with a probability of .8. */
                    readonly interval?: {
                        /** @description In the value’s own unit. */
                        readonly low: number;
                        /** @description In the value’s own unit. */
                        readonly high: number;
                    };
                    /** @description Of yes and no, or of each category. */
                    readonly probabilities?: {
                        readonly [key: string]: number;
                    };
                };
            };
            /** @description Of what was learned from outcomes; 0: the prior alone. */
            readonly model_version: number;
            /** @description How the callers sounded so far. */
            readonly summary: {
                /** @description Seconds, to the end of the last recording or of the stream’s longest channel. */
                readonly duration: number;
                /** @description Of everybody. */
                readonly utterance_count: number;
                /** @description The callers’ last label. */
                readonly final_emotion: string;
                /** @description One label per utterance of callers. */
                readonly emotion_trajectory: readonly string[];
                /** @description The label that held longest. */
                readonly dominant_emotion: string;
                /** @description The highest after any utterance, 0 to 1. */
                readonly peak_escalation_risk: number;
                /** @description Mean valence of the second half minus that of the first, -2 to 2. */
                readonly sentiment_change: number;
            };
            /** @description Of the vertical, as `state` of an analysis: the newest caller’s utterance against all of them. */
            readonly vertical_state: string | null;
            /** @description Of the vertical, as `metrics` of an analysis; null before anybody was heard. */
            readonly metrics: {
                readonly [key: string]: number | string | boolean;
            } | null;
            /** @description All that were raised, oldest first. */
            readonly alerts: readonly components["schemas"]["SessionAlert"][];
            /** @description That its stream gave the agent; the newest 64. */
            readonly cues: readonly components["schemas"]["SessionCue"][];
            /** @description As it was told; null: not yet. */
            readonly outcome: {
                readonly [key: string]: unknown;
            } | null;
            /** @description The newest 200, in order; all of them: `GET /v1/sessions/{id}/utterances`. */
            readonly utterances: readonly components["schemas"]["Utterance"][];
        };
        readonly SessionAlert: {
            /** @description For `POST /v1/sessions/{id}/alerts/{alert_id}/acknowledge`. */
            readonly id: string;
            /** @description Of the rule that raised it. */
            readonly rule_id: string;
            /** @description The rule’s own name for it, or its metric with `_high` or `_low`. */
            readonly alert_type: string;
            /** @description In the metric’s unit. */
            readonly threshold: number;
            /** @description That crossed it, in the metric’s unit. */
            readonly value: number;
            /** @description The rule’s, else that of the predictions. */
            readonly recommended_action: string;
            /** @description Seconds from the start of the conversation. */
            readonly raised_at_s: number;
            /** @description Whether the value is still beyond. */
            readonly active: boolean;
            /** @description When somebody said that it was seen; null: nobody yet. */
            readonly acknowledged_at: string | null;
        };
        readonly SessionCue: {
            /** @description `cue_id` of `agent_steering`. */
            readonly id: string;
            /** @description Seconds from the start of the conversation. */
            readonly at_s: number;
            /** @description The steering mode that it was given for. */
            readonly mode: string;
            /** @description `info`, `notice` or `warning`. */
            readonly severity: string;
            /** @description A few words. */
            readonly title: string;
            /** @description One or two sentences. */
            readonly body: string;
            /** @description Whether a screen showed it. */
            readonly seen: boolean;
            /**
             * @description What the agent did with it; null: nothing.
             * @enum {string|null}
             */
            readonly answer: "accepted" | "dismissed" | "snoozed" | "not_useful" | null;
            /** @description Seconds from when it was shown. */
            readonly answered_after_s: number | null;
        };
        /** @description A session without its utterances and predictions. */
        readonly SessionListItem: {
            /** @description The name of the conversation. */
            readonly id: string;
            /**
             * @description Where it stands.
             * @enum {string}
             */
            readonly state: "open" | "live" | "paused" | "ended" | "expired";
            /** @description The rules that judge state and metrics. */
            readonly vertical: string;
            /** @description Of advice and cues, BCP 47. */
            readonly language: string;
            /** @description Your own reference. */
            readonly external_id: string | null;
            /** @description As it was given. */
            readonly metadata: {
                readonly [key: string]: unknown;
            };
            /** @description When it began. */
            readonly created_at: string;
            /** @description When something happened to it last. */
            readonly updated_at: string;
            /** @description When it ended; null: it goes on. */
            readonly ended_at: string | null;
            /** @description What ended it. */
            readonly end_code: string | null;
            /** @description Of everybody, so far. */
            readonly utterance_count: number;
            readonly overview: components["schemas"]["SessionOverview"];
        };
        /** @description How a conversation turned out; what is not known is left out. */
        readonly SessionOutcome: {
            /** @description Score the customer gave, 1 to 5. */
            readonly csat?: number;
            /** @description Somebody else had to take over. */
            readonly escalated?: boolean;
            /** @description What the caller came for was settled. */
            readonly resolved?: boolean;
            /** @description The customer left. */
            readonly churned?: boolean;
            /** @description Values of the organization’s own KPIs, by name. */
            readonly kpis?: {
                readonly [key: string]: unknown;
            };
            /** @description When it was known; not in the future. */
            readonly observed_at?: string;
        };
        /** @description What a list shows of a session. */
        readonly SessionOverview: {
            /** @description Seconds; so far, of a session that goes on. */
            readonly duration: number;
            /** @description The callers’ label that held longest; null until it is over. */
            readonly dominant_emotion: string | null;
            /** @description The callers’ last label. */
            readonly final_emotion: string | null;
            /**
             * @description The mood that lasted longest; null until it is over, and where no stream was heard.
             * @enum {string|null}
             */
            readonly dominant_mood: "calm" | "pleased" | "low" | "tense" | "upset" | "calming" | null;
            /**
             * @description The callers’ last mood; of a session that goes on, after the newest turn.
             * @enum {string|null}
             */
            readonly final_mood: "calm" | "pleased" | "low" | "tense" | "upset" | "calming" | null;
            /** @description Seconds of each of the callers’ moods, pauses too, as the agent’s panel sums up a call; of several callers, each until another speaks. A mood that did not come is absent; null until it is over. */
            readonly moods: {
                /** @description Seconds. None of the other moods, and little escalation. */
                readonly calm?: number;
                /** @description Seconds. Glad speech, with little escalation. */
                readonly pleased?: number;
                /** @description Seconds. Displeased and quiet: sad or discouraged. */
                readonly low?: number;
                /** @description Seconds. Raised escalation. */
                readonly tense?: number;
                /** @description Seconds. High escalation. */
                readonly upset?: number;
                /** @description Seconds. What follows `tense` or `upset` while the voice comes down. */
                readonly calming?: number;
            } | null;
            /** @description The highest after any utterance, 0 to 1. */
            readonly peak_escalation_risk: number;
            /** @description Of alerts that were raised, each once. */
            readonly alert_types: readonly string[];
            /** @description Whose value is still beyond. */
            readonly open_alerts: number;
            /** @description Raised so far, open or not; 200 at most. */
            readonly alert_count: number;
            /** @description `agent_id`, or `agent`, of the metadata. */
            readonly agent: string | null;
            /** @description Who spoke most first, at most eight; null until the session is over. */
            readonly speakers: readonly {
                /** @description As in the utterances. */
                readonly id: string;
                /**
                 * @description Of this speaker.
                 * @enum {string}
                 */
                readonly role: "caller" | "agent";
                /** @description Seconds of speech. */
                readonly talk_s: number;
            }[] | null;
            /** @description Enrolled people who were recognized. */
            readonly people: readonly {
                /** @description As in the utterances. */
                readonly speaker_id: string;
                /** @description As in `GET /v1/speakers`. */
                readonly person_id: string;
                /** @description The name to show. */
                readonly label: string;
            }[];
            /** @description The callers’ mean valence in 24 equal spans, for a small line; null where none of them spoke, and until the session is over. */
            readonly valence: readonly (number | null)[] | null;
            /** @description Seconds of the callers’ speech under each label; null until it is over. */
            readonly emotions: {
                readonly [key: string]: number;
            } | null;
            /** @description As it was told; null: not yet. */
            readonly outcome: {
                readonly [key: string]: unknown;
            } | null;
        };
        readonly SessionTranscriptBody: {
            /** @description The words, as one text. */
            readonly content: string;
            /** @description Of the words, such as `en`. Changes nothing, since nothing here reads what they mean. */
            readonly language?: string;
        };
        /** @description 0 to 1 each. */
        readonly Signals: {
            /** @description How actively somebody takes part. */
            readonly engagement: number;
            /** @description Arousal with displeasure. */
            readonly stress: number;
            /** @description Dominance, and fast speech with few pauses. */
            readonly certainty: number;
            /** @description Vocal effort. */
            readonly intensity: number;
            /** @description Aroused, dominant displeasure. */
            readonly escalation: number;
        } | null;
        /** @description An enrolled person. What the voice is like is in no answer. */
        readonly Speaker: {
            /** @description Of the person. */
            readonly id: string;
            /** @description The name that is shown for this voice. */
            readonly label: string;
            /** @description Your own id of the person. */
            readonly external_id: string | null;
            /**
             * Format: date-time
             * @description When somebody was enrolled.
             */
            readonly created_at: string;
            /**
             * Format: date-time
             * @description When something of it changed last.
             */
            readonly updated_at: string;
            /**
             * Format: date-time
             * @description When the voice is forgotten; null: not by itself.
             */
            readonly expires_at: string | null;
            /** @description The consent that the newest enrollment rests on. */
            readonly consent: {
                /** @description What the person agreed to. */
                readonly scope: readonly string[];
                /**
                 * Format: date-time
                 * @description When.
                 */
                readonly given_at: string;
                /** @description How. */
                readonly method: string;
                /** @description Where it is recorded in your own systems. */
                readonly reference: string;
                /** @description The legal ground, in your words. */
                readonly basis: string | null;
                /** @description In your words. */
                readonly jurisdiction: string | null;
                /**
                 * Format: date-time
                 * @description When it ends; null: not by itself.
                 */
                readonly expires_at: string | null;
            };
            /** @description What the stored profile of the voice rests on, and whether it can be used. */
            readonly enrollment: {
                /** @description One more with each enrollment. */
                readonly version: number;
                /** @description The embedding space of the model that heard it. */
                readonly model: string;
                /**
                 * @description outdated: another model heard it than the one in use, so the person is not recognized until enrolled again; unknown: the model is not available at the moment.
                 * @enum {string}
                 */
                readonly status: "current" | "outdated" | "unknown";
                /**
                 * Format: date-time
                 * @description When it was heard last.
                 */
                readonly enrolled_at: string;
                /** @description Speech behind it. */
                readonly speech_seconds: number;
                /** @description Speech over background, dB. */
                readonly snr_db: number | null;
                /** @description Share of samples at full scale, 0 to 1. */
                readonly clipping: number;
                /** @description Ways of speaking that were heard and are kept apart, 1 to 8: each counts as much. */
                readonly prints: number;
                /** @description true: only one way of speaking was heard, so the person is often not recognized in another mood. Add a recording of another mood (`mode: add`). */
                readonly thin: boolean;
                /** @description Only in the answer to an enrollment: the id of another person as whom this voice would be recognized. While both are enrolled, often neither is. If they are one person, delete one, and add its recordings to the other (`mode: add`). */
                readonly resembles?: string;
            };
            /** @description Calls in which the person was recognized. */
            readonly sessions: number;
            /**
             * Format: date-time
             * @description When a call recognized the person last; null: none did yet.
             */
            readonly last_recognized_at: string | null;
        };
        readonly SpeakerWithdrawal: {
            /** @description Who was forgotten. */
            readonly speaker_id: string;
            /**
             * @description Of the consent.
             * @enum {string}
             */
            readonly state: "withdrawn";
            /**
             * Format: date-time
             * @description When the consent ended.
             */
            readonly withdrawn_at: string;
            /** @description How much was deleted. */
            readonly removed: {
                /** @description Stored profiles of the voice. */
                readonly templates: number;
                /** @description Voices of calls that were this person’s. */
                readonly sessions: number;
                /** @description How the person usually sounds. */
                readonly baselines: number;
            };
        };
        readonly StreamToken: {
            /** @description For one page; good once. */
            readonly token: string;
            /**
             * Format: date-time
             * @description It must be used by then; the session may go on longer.
             */
            readonly expires_at: string;
            /** @description The session that it opens or watches. */
            readonly session_id?: string;
        };
        /** @description Times in seconds. */
        readonly TranscriptLine: {
            /** @description As in `GET /v1/sessions/{id}`. */
            readonly utterance_id: string;
            /** @description As in the session’s utterances. */
            readonly speaker_id: string;
            /**
             * @description Of who spoke.
             * @enum {string}
             */
            readonly role: "caller" | "agent";
            /** @description Seconds from the session’s begin. */
            readonly start: number;
            /** @description Seconds from the session’s begin. */
            readonly end: number;
            /** @description How it sounded; null where nobody was heard. */
            readonly emotion: string | null;
            /** @description Show the label as uncertain. */
            readonly uncertain: boolean | null;
            /**
             * @description What an agent’s panel showed of the speaker when it was over: one of the six words in which a call is told while it goes on. Null of recordings and results that were sent, and where nothing sure was heard.
             * @enum {string|null}
             */
            readonly mood: "calm" | "pleased" | "low" | "tense" | "upset" | "calming" | null;
            /** @description What was said. */
            readonly text: string;
        };
        readonly Turn: {
            /** @description Of this answer alone. */
            readonly turn_id: string;
            /** @description Who spoke. */
            readonly speaker: {
                /** @description As in `speakers`. */
                readonly id: string;
                /** @description The name to show. */
                readonly label: string;
            };
            /** @description Of the recording, from 0. */
            readonly channel: number;
            /** @description seconds */
            readonly start: number;
            /** @description seconds */
            readonly end: number;
            /** @description The `transcript` of the request, where there is one turn. */
            readonly text?: string;
            /**
             * @description The top emotion label; `uncertain` only where there is no reading at all.
             * @enum {string}
             */
            readonly emotion?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated" | "uncertain";
            /** @description How sure the label is, 0 to 1. */
            readonly confidence?: number;
            readonly emotion_probabilities?: components["schemas"]["EmotionProbabilities"];
            /** @description The confidence lies below the model’s own floor: show the label as uncertain. Confidence is never above the probability that it was speech; `quality.doubts` says what lowered it. */
            readonly uncertain?: boolean;
            /** @description -1 unpleasant to 1 pleasant. */
            readonly valence?: number | null;
            /** @description -1 calm to 1 excited. */
            readonly arousal?: number | null;
            /** @description -1 submissive to 1 dominant. */
            readonly dominance?: number | null;
            readonly prosody: components["schemas"]["Prosody"];
        };
        /** @description Times in seconds. What was said, where it is kept, is the transcript. */
        readonly Utterance: {
            /** @description Yours, or one that was made. */
            readonly id: string;
            /** @description Its number, as you gave it; null: none was given. */
            readonly index: number | null;
            /** @description Who spoke. */
            readonly speaker_id: string;
            /**
             * @description Of whoever spoke.
             * @enum {string}
             */
            readonly role: "caller" | "agent";
            /**
             * @description What it came from.
             * @enum {string}
             */
            readonly source: "audio" | "result" | "transcript" | "stream";
            /** @description Seconds from the start of the conversation. */
            readonly start: number;
            /** @description Seconds from the start of the conversation. */
            readonly end: number;
            /** @description The most probable label; null where nobody analyzed it. */
            readonly emotion: string | null;
            /** @description 0 to 1. */
            readonly confidence: number | null;
            /** @description The confidence lies below the model’s own floor: show the label as uncertain. Where labels stand alone, in `summary` and in events, they say `uncertain` then. Null where nothing was read. */
            readonly uncertain: boolean | null;
            /**
             * @description What an agent’s panel showed of the speaker when it was over: one of the six words in which a call is told while it goes on. Null of recordings and results that were sent, and where nothing sure was heard.
             * @enum {string|null}
             */
            readonly mood: "calm" | "pleased" | "low" | "tense" | "upset" | "calming" | null;
            /** @description -1 to 1. */
            readonly valence: number | null;
            /** @description -1 to 1. */
            readonly arousal: number | null;
            /** @description The predictions after it, when it was added: how they moved through the call. */
            readonly expected: {
                /** @description 0 to 1: that somebody else has to take over. */
                readonly escalation_risk: number;
                /** @description 0 to 1: that the customer leaves. */
                readonly churn_risk: number;
                /** @description 0 to 1: that the matter is settled. */
                readonly resolution_probability: number;
                /** @description The customer’s score, 1 to 5. */
                readonly predicted_csat: number;
            } | null;
        };
        readonly VocalEvent: {
            /** @description as the model names it: laugh, sigh, groan … */
            readonly event: string;
            /** @description seconds */
            readonly start: number;
            /** @description seconds */
            readonly end: number;
            /** @description Mean probability over the event, 0 to 1. */
            readonly confidence: number;
        };
        /** @description The person’s recorded consent; without one no enrollment is made. */
        readonly VoiceConsent: {
            /** @description What was consented to: must hold `voiceprint`. With `voiceprint_growth` calls in which the person is surely recognized add to the profile. */
            readonly scope: string | readonly string[];
            /** @description When the person consented. */
            readonly given_at: string;
            /**
             * @description How the consent was recorded.
             * @enum {string}
             */
            readonly method: "written" | "digital" | "spoken" | "recorded_call";
            /** @description Where the record is in your own systems. Each consent is good for one person, and not again once it was withdrawn. */
            readonly reference: string;
            /** @description The legal basis, in your own words, e.g. `consent`. */
            readonly basis?: string;
            /** @description Whose law applies, in your own words, e.g. `DE`. */
            readonly jurisdiction?: string;
            /** @description The voice is forgotten then at the latest. */
            readonly expires_at?: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Identifier of the request. */
        readonly "X-Request-Id": string;
        /** @description Requests allowed per minute. */
        readonly "X-RateLimit-Limit": string;
        /** @description Requests left. */
        readonly "X-RateLimit-Remaining": string;
        /** @description Unix timestamp when the limit resets. */
        readonly "X-RateLimit-Reset": string;
        /** @description Seconds after which the same request may be sent again. */
        readonly "Retry-After": string;
        /** @description `true`: the first answer to this `Idempotency-Key`, of which nothing was done again. */
        readonly "Idempotency-Replayed": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly createStreamToken: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Your own name for the session, as in `POST /v1/sessions`: utterances and uploads of this name are one conversation with the stream. Absent: a fresh one. */
                    readonly session_id?: string;
                    /**
                     * @description What the token opens: a session of its own, or a look at others’.
                     * @default [
                     *       "stream.write"
                     *     ]
                     */
                    readonly scopes?: readonly ("stream.write" | "stream.observe")[];
                    /** @description The page cannot choose another. Absent: what the page names, else that of the conversation. */
                    readonly vertical?: string;
                    /** @description A model of yours, `name` or `name@version`; the page cannot choose another. */
                    readonly model?: string;
                    /** @description The microphone, trunk or queue that the stream hears, by a name of yours; the page cannot name another. Absent: what the page names, else that of the API key, `key:<id>`. */
                    readonly line?: string;
                    /** @description The most that the page may ask for; all when absent. */
                    readonly features?: readonly ("emotion" | "prosody" | "vad" | "vertical" | "prediction")[];
                    /**
                     * @description Pages of these origins alone may use the token; any when empty.
                     * @default []
                     */
                    readonly allowed_origins?: readonly string[];
                    /**
                     * @description Seconds in which the token must be used.
                     * @default 60
                     */
                    readonly expires_in?: number;
                    /** @description The session ends after so many seconds. */
                    readonly max_session_s?: number;
                    /** @description The session ends after so many seconds of audio, all channels together. */
                    readonly max_audio_s?: number;
                    /** @description The session ends when it has cost so much. One credit is one second of audio. */
                    readonly max_credits?: number;
                    /**
                     * @description `features`: the model runs in the page. The relay takes readings, prosody and turn times, and refuses audio.
                     * @enum {string}
                     */
                    readonly privacy?: "features";
                    /** @description Narrows the organization’s policy for this session. */
                    readonly policy?: {
                        /** @description Whether an agent’s voice is analyzed, where the organization’s policy allows it. */
                        readonly agent_analysis?: boolean;
                    };
                    /** @description Kept with the session; the page cannot change it. `role` names an observer. */
                    readonly metadata?: {
                        readonly [key: string]: string;
                    };
                };
            };
        };
        readonly responses: {
            /** @description The token. */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StreamToken"];
                };
            };
        };
    };
    readonly listApiKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Oldest first, without the secrets. */
                        readonly api_keys: readonly {
                            /** @description To revoke it. */
                            readonly id: string;
                            /** @description For people: what uses the key. */
                            readonly name: string;
                            /** @description How it begins, to tell keys apart. */
                            readonly prefix: string;
                            /** @description When it was made. */
                            readonly created_at: string;
                            /** @description When a request came with it last; null: never. */
                            readonly last_used_at: string | null;
                            /** @description When it stops working; null: never. */
                            readonly expires_at: string | null;
                            /** @description Requests a minute. */
                            readonly rate_limit: number;
                            /** @description Absent for a key that may do everything. */
                            readonly scopes?: readonly ("analyze" | "stream" | "sessions" | "webhooks" | "speakers" | "models" | "keys" | "billing" | "organization" | "members")[];
                        }[];
                    };
                };
            };
        };
    };
    readonly createApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description For people: what uses the key. */
                    readonly name: string;
                    /** @description When it stops working; null or absent: never. */
                    readonly expires_at?: string | null;
                    /** @description Requests a minute; the plan’s when absent. */
                    readonly rate_limit?: number;
                    /** @description What the key may be used for; everything when absent. */
                    readonly scopes?: readonly ("analyze" | "stream" | "sessions" | "webhooks" | "speakers" | "models" | "keys" | "billing" | "organization" | "members")[];
                };
            };
        };
        readonly responses: {
            /** @description The key */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The new key, with its secret. */
                        readonly api_key: {
                            /** @description To revoke it. */
                            readonly id: string;
                            /** @description The secret, `psk_…`: in this answer alone. */
                            readonly key: string;
                            /** @description As it was given. */
                            readonly name: string;
                            /** @description When it was made. */
                            readonly created_at: string;
                        };
                        /** @description For people: that the secret is shown this once. */
                        readonly message: string;
                    };
                };
            };
        };
    };
    readonly revokeApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the key, not the key itself. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Revoked */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description That of the key, as it is after the request. */
                        readonly organization: {
                            /** @description Of the organization. */
                            readonly id: string;
                            /** @description For people. */
                            readonly name: string;
                            /**
                             * @description Requests a minute and streams at a time.
                             * @enum {string}
                             */
                            readonly plan: "free" | "starter" | "pro" | "enterprise";
                            /** @description What is kept and for how long, and whose emotion may be analyzed. */
                            readonly policy: {
                                /** @description The emotion of employees at work is not analyzed: `subject: agent` is refused. */
                                readonly workplace_policy: boolean;
                                /** @description The organization declared it, so `subject: unknown` may be analyzed. */
                                readonly no_employees_recorded: boolean;
                                /**
                                 * @description Who speaks where a request or stream names nobody.
                                 * @enum {string}
                                 */
                                readonly default_subject: "customer" | "agent" | "self" | "unknown";
                                /** @description Days that a session which is over stays, with everything derived from it. 0: not at all. Null: until somebody deletes it. */
                                readonly retention_days: number | null;
                                /** @description Days that what was said stays, from when it was said; not longer than `retention_days`. Null, unless somebody set it: it is not kept. */
                                readonly transcript_days: number | null;
                                /**
                                 * @description Of cues and advice in a session that names no language.
                                 * @enum {string}
                                 */
                                readonly language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "tr";
                                /**
                                 * @description Of audio: it is never kept.
                                 * @enum {string}
                                 */
                                readonly retention: "none";
                            };
                            /** @description When it was made. */
                            readonly created_at: string;
                            /** @description When its removal was ordered; absent while it was not. */
                            readonly closing_at?: string;
                        };
                    };
                };
            };
        };
    };
    readonly deleteOrganization: {
        readonly parameters: {
            readonly query?: {
                /** @description The organization’s name, to the letter; anything else, or nothing, is refused. */
                readonly confirm?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is closed, and is being removed */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description That of the key, as it is after the request. */
                        readonly organization: {
                            /** @description Of the organization. */
                            readonly id: string;
                            /** @description For people. */
                            readonly name: string;
                            /**
                             * @description Requests a minute and streams at a time.
                             * @enum {string}
                             */
                            readonly plan: "free" | "starter" | "pro" | "enterprise";
                            /** @description What is kept and for how long, and whose emotion may be analyzed. */
                            readonly policy: {
                                /** @description The emotion of employees at work is not analyzed: `subject: agent` is refused. */
                                readonly workplace_policy: boolean;
                                /** @description The organization declared it, so `subject: unknown` may be analyzed. */
                                readonly no_employees_recorded: boolean;
                                /**
                                 * @description Who speaks where a request or stream names nobody.
                                 * @enum {string}
                                 */
                                readonly default_subject: "customer" | "agent" | "self" | "unknown";
                                /** @description Days that a session which is over stays, with everything derived from it. 0: not at all. Null: until somebody deletes it. */
                                readonly retention_days: number | null;
                                /** @description Days that what was said stays, from when it was said; not longer than `retention_days`. Null, unless somebody set it: it is not kept. */
                                readonly transcript_days: number | null;
                                /**
                                 * @description Of cues and advice in a session that names no language.
                                 * @enum {string}
                                 */
                                readonly language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "tr";
                                /**
                                 * @description Of audio: it is never kept.
                                 * @enum {string}
                                 */
                                readonly retention: "none";
                            };
                            /** @description When it was made. */
                            readonly created_at: string;
                            /** @description When its removal was ordered; absent while it was not. */
                            readonly closing_at?: string;
                        };
                    };
                };
            };
        };
    };
    readonly updateOrganization: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description What changes, one field at least; what is left out stays. */
                    readonly policy: {
                        /** @description Days that a session which is over stays, with everything derived from it. 0: not at all. Null: until somebody deletes it. */
                        readonly retention_days?: number | null;
                        /** @description Days that what was said stays, from when it was said; not longer than `retention_days`. Null, unless somebody set it: it is not kept. */
                        readonly transcript_days?: number | null;
                        /**
                         * @description Of cues and advice in a session that names no language.
                         * @enum {string}
                         */
                        readonly language?: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "tr";
                        /**
                         * @description Only true: switching it off is a declaration that the operator takes.
                         * @enum {boolean}
                         */
                        readonly workplace_policy?: true;
                    };
                };
            };
        };
        readonly responses: {
            /** @description The organization */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description That of the key, as it is after the request. */
                        readonly organization: {
                            /** @description Of the organization. */
                            readonly id: string;
                            /** @description For people. */
                            readonly name: string;
                            /**
                             * @description Requests a minute and streams at a time.
                             * @enum {string}
                             */
                            readonly plan: "free" | "starter" | "pro" | "enterprise";
                            /** @description What is kept and for how long, and whose emotion may be analyzed. */
                            readonly policy: {
                                /** @description The emotion of employees at work is not analyzed: `subject: agent` is refused. */
                                readonly workplace_policy: boolean;
                                /** @description The organization declared it, so `subject: unknown` may be analyzed. */
                                readonly no_employees_recorded: boolean;
                                /**
                                 * @description Who speaks where a request or stream names nobody.
                                 * @enum {string}
                                 */
                                readonly default_subject: "customer" | "agent" | "self" | "unknown";
                                /** @description Days that a session which is over stays, with everything derived from it. 0: not at all. Null: until somebody deletes it. */
                                readonly retention_days: number | null;
                                /** @description Days that what was said stays, from when it was said; not longer than `retention_days`. Null, unless somebody set it: it is not kept. */
                                readonly transcript_days: number | null;
                                /**
                                 * @description Of cues and advice in a session that names no language.
                                 * @enum {string}
                                 */
                                readonly language: "en" | "de" | "es" | "fr" | "it" | "nl" | "pl" | "pt" | "tr";
                                /**
                                 * @description Of audio: it is never kept.
                                 * @enum {string}
                                 */
                                readonly retention: "none";
                            };
                            /** @description When it was made. */
                            readonly created_at: string;
                            /** @description When its removal was ordered; absent while it was not. */
                            readonly closing_at?: string;
                        };
                    };
                };
            };
        };
    };
    readonly exportOrganization: {
        readonly parameters: {
            readonly query?: {
                /** @description `next_cursor` of the page before; absent: from the first row. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of rows; `next_cursor` is null on the last */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Table by table, at most 1,000. */
                        readonly rows: readonly {
                            /** @description The database table that holds the row. */
                            readonly table: string;
                            /** @description Values by column name, without hashes and sealed secrets. */
                            readonly row: {
                                readonly [key: string]: unknown;
                            };
                        }[];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getWallet: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The wallet */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "wallet": {
                     *         "balance": {
                     *           "credits": 3600,
                     *           "seconds": 3600,
                     *           "micro_credits": 3600000000
                     *         },
                     *         "held": {
                     *           "credits": 120,
                     *           "seconds": 120,
                     *           "micro_credits": 120000000
                     *         },
                     *         "available": {
                     *           "credits": 3480,
                     *           "seconds": 3480,
                     *           "micro_credits": 3480000000
                     *         }
                     *       },
                     *       "price": null
                     *     }
                     */
                    readonly "application/json": {
                        /** @description The organization’s credits at this moment. */
                        readonly wallet: {
                            /** @description What was paid in minus what was charged. */
                            readonly balance: {
                                /** @description One credit is one second of audio. */
                                readonly credits: number;
                                /** @description The same amount as seconds of audio on one channel. */
                                readonly seconds: number;
                                /** @description The exact amount: a million of them are one credit. */
                                readonly micro_credits: number;
                            };
                            /** @description Set aside of it for work under way. */
                            readonly held: {
                                /** @description One credit is one second of audio. */
                                readonly credits: number;
                                /** @description The same amount as seconds of audio on one channel. */
                                readonly seconds: number;
                                /** @description The exact amount: a million of them are one credit. */
                                readonly micro_credits: number;
                            };
                            /** @description The rest. */
                            readonly available: {
                                /** @description One credit is one second of audio. */
                                readonly credits: number;
                                /** @description The same amount as seconds of audio on one channel. */
                                readonly seconds: number;
                                /** @description The exact amount: a million of them are one credit. */
                                readonly micro_credits: number;
                            };
                        };
                        /** @description What the operator asks for a minute of audio, 60 credits; null: it is not told here. */
                        readonly price: {
                            /** @description ISO 4217 */
                            readonly currency: string;
                            /** @description In that currency. */
                            readonly per_minute: number;
                        } | null;
                    };
                };
            };
        };
    };
    readonly getUsage: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day, UTC; 30 days ago when absent. */
                readonly from?: string;
                /** @description The last day, UTC; today when absent. */
                readonly to?: string;
                /** @description Of this key alone. */
                readonly key_id?: string;
                /** @description Of this kind of work alone. */
                readonly kind?: "stream" | "analysis" | "fine_tune";
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Usage */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "from": "2026-11-01",
                     *       "to": "2026-11-21",
                     *       "usage": [
                     *         {
                     *           "day": "2026-11-21",
                     *           "key_id": "key_1",
                     *           "key_name": "Billing server",
                     *           "kind": "stream",
                     *           "operations": 3,
                     *           "credits": 412.3,
                     *           "seconds": 412.3,
                     *           "micro_credits": 412300000
                     *         }
                     *       ],
                     *       "total": {
                     *         "operations": 3,
                     *         "credits": 412.3,
                     *         "seconds": 412.3,
                     *         "micro_credits": 412300000
                     *       },
                     *       "next_cursor": null
                     *     }
                     */
                    readonly "application/json": {
                        /**
                         * Format: date
                         * @description The first day that is included.
                         */
                        readonly from: string;
                        /**
                         * Format: date
                         * @description The last day that is included.
                         */
                        readonly to: string;
                        /** @description The newest day first. */
                        readonly usage: readonly {
                            /**
                             * Format: date
                             * @description UTC.
                             */
                            readonly day: string;
                            /** @description The key that asked; null: none did. */
                            readonly key_id: string | null;
                            /** @description Of the key, revoked or not, or the address of the member who asked. */
                            readonly key_name: string | null;
                            /**
                             * @description Of work.
                             * @enum {string}
                             */
                            readonly kind: "stream" | "analysis" | "fine_tune";
                            /** @description Sessions, requests or jobs. */
                            readonly operations: number;
                            /** @description One credit is one second of audio. */
                            readonly credits: number;
                            /** @description The same amount as seconds of audio. */
                            readonly seconds: number;
                            /** @description The exact amount: a million of them are one credit. */
                            readonly micro_credits: number;
                        }[];
                        /** @description Over all rows that were asked for, not only those of this page. */
                        readonly total: {
                            /** @description Sessions, requests or jobs. */
                            readonly operations: number;
                            /** @description One credit is one second of audio. */
                            readonly credits: number;
                            /** @description The same amount as seconds of audio. */
                            readonly seconds: number;
                            /** @description The exact amount: a million of them are one credit. */
                            readonly micro_credits: number;
                        };
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getBudgets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The limits */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "month": "2026-11",
                     *       "spent_credits": 360020.4,
                     *       "balance_credits": 98000,
                     *       "budgets": [
                     *         {
                     *           "id": "bud_6mXc1Wf8sQe3Rj0Tk9ZpLa",
                     *           "kind": "spent_in_month",
                     *           "credits": 360000,
                     *           "crossed": true,
                     *           "reached": {
                     *             "month": "2026-11",
                     *             "at": "2026-11-20T10:03:00.000Z",
                     *             "credits": 360004.2
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        /** @description The calendar month that counts now, UTC */
                        readonly month: string;
                        /** @description Charged since it began */
                        readonly spent_credits: number;
                        /** @description What was paid in minus what was charged. */
                        readonly balance_credits: number;
                        /** @description All of them. */
                        readonly budgets: readonly {
                            /** @description Of the limit. */
                            readonly id: string;
                            /**
                             * @description `spent_in_month`: reached when so many credits were charged since the month began. `balance_below`: when the balance falls under them.
                             * @enum {string}
                             */
                            readonly kind: "spent_in_month" | "balance_below";
                            /** @description The limit. One credit is one second of audio. */
                            readonly credits: number;
                            /** @description Whether it is so now */
                            readonly crossed: boolean;
                            /** @description When its event was written last, and what was spent or left then */
                            readonly reached: {
                                /** @description The calendar month, UTC. */
                                readonly month: string;
                                /**
                                 * Format: date-time
                                 * @description When.
                                 */
                                readonly at: string;
                                /** @description Spent in the month, or left. */
                                readonly credits: number;
                            } | null;
                        }[];
                    };
                };
            };
        };
    };
    readonly setBudgets: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description All of them: those that are not named are removed. */
                    readonly budgets: readonly {
                        /**
                         * @description `spent_in_month`: reached when so many credits were charged since the month began. `balance_below`: when the balance falls under them.
                         * @enum {string}
                         */
                        readonly kind: "spent_in_month" | "balance_below";
                        /** @description The limit. One credit is one second of audio. */
                        readonly credits: number;
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description The limits */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "month": "2026-11",
                     *       "spent_credits": 360020.4,
                     *       "balance_credits": 98000,
                     *       "budgets": [
                     *         {
                     *           "id": "bud_6mXc1Wf8sQe3Rj0Tk9ZpLa",
                     *           "kind": "spent_in_month",
                     *           "credits": 360000,
                     *           "crossed": true,
                     *           "reached": {
                     *             "month": "2026-11",
                     *             "at": "2026-11-20T10:03:00.000Z",
                     *             "credits": 360004.2
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        /** @description The calendar month that counts now, UTC */
                        readonly month: string;
                        /** @description Charged since it began */
                        readonly spent_credits: number;
                        /** @description What was paid in minus what was charged. */
                        readonly balance_credits: number;
                        /** @description All of them. */
                        readonly budgets: readonly {
                            /** @description Of the limit. */
                            readonly id: string;
                            /**
                             * @description `spent_in_month`: reached when so many credits were charged since the month began. `balance_below`: when the balance falls under them.
                             * @enum {string}
                             */
                            readonly kind: "spent_in_month" | "balance_below";
                            /** @description The limit. One credit is one second of audio. */
                            readonly credits: number;
                            /** @description Whether it is so now */
                            readonly crossed: boolean;
                            /** @description When its event was written last, and what was spent or left then */
                            readonly reached: {
                                /** @description The calendar month, UTC. */
                                readonly month: string;
                                /**
                                 * Format: date-time
                                 * @description When.
                                 */
                                readonly at: string;
                                /** @description Spent in the month, or left. */
                                readonly credits: number;
                            } | null;
                        }[];
                    };
                };
            };
        };
    };
    readonly analyze: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnalyzeRequest"];
                readonly "multipart/form-data": components["schemas"]["AnalyzeForm"];
            };
        };
        readonly responses: {
            /** @description The analysis result. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnalysisResult"];
                };
            };
        };
    };
    readonly analyzeAudio: {
        readonly parameters: {
            readonly query?: {
                /** @description Target vertical. Absent: the session’s; without a session, `general`. */
                readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
                /** @description Comma-separated: emotion, prosody, vad, vertical, prediction. */
                readonly features?: string;
                /** @description A model of yours (`name`, or `name@version`), or the base model by its id. Absent, what is active; see `/v1/models`. */
                readonly model?: string;
                /** @description The microphone, trunk or queue that was recorded, by a name of yours: what its recordings have in common is learned and taken out of how they sound. Absent, a file is judged by itself alone, and the same file always gets the same answer. */
                readonly line?: string;
                /** @description Transcript of the audio; comes back as `text`. */
                readonly transcript?: string;
                /** @description Speaker identifier. */
                readonly speaker_id?: string;
                /** @description Ties utterances of one conversation together. */
                readonly session_id?: string;
                /** @description A JSON object. */
                readonly metadata?: string;
                /** @description Whom the recording lets hear. Absent, the organization’s default. `agent` is refused by the workplace policy (403 `policy_blocked`). */
                readonly subject?: "customer" | "agent" | "self" | "unknown";
                /** @description As in the JSON form. */
                readonly diarize?: "true" | "false";
                /** @description As in the JSON form. */
                readonly cues?: "true" | "false";
                /** @description Of the texts of `cues`; the organization’s unless given. */
                readonly language?: string;
                /** @description A JSON object. */
                readonly consent?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "audio/wav": string;
                readonly "audio/mpeg": string;
                readonly "audio/ogg": string;
                readonly "audio/webm": string;
                readonly "audio/flac": string;
                readonly "audio/mp4": string;
                readonly "application/octet-stream": string;
                readonly "multipart/form-data": components["schemas"]["AnalyzeFileForm"];
            };
        };
        readonly responses: {
            /** @description The analysis result. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnalysisResult"] | components["schemas"]["HostedAnalysisResult"];
                };
            };
        };
    };
    readonly analyzeBase64: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AnalyzeBase64Request"];
            };
        };
        readonly responses: {
            /** @description The analysis result. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnalysisResult"] | components["schemas"]["HostedAnalysisResult"];
                };
            };
        };
    };
    readonly analyzeBatch: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["BatchRequest"];
                readonly "multipart/form-data": components["schemas"]["BatchForm"];
            };
        };
        readonly responses: {
            /** @description The results, in the order of the items. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["BatchAnswer"];
                };
            };
            /** @description The batch was taken as a job. */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnalysisJobAccepted"];
                };
            };
        };
    };
    readonly getAnalysisJob: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the job. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["AnalysisJobAnswer"];
                };
            };
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: {
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description Only sessions in these states, comma-separated: open, live, paused, ended, expired. */
                readonly state?: string;
                /** @description Words, each the beginning of one in the id, in `external_id` or in a text of `metadata`; upper and lower case are the same. */
                readonly q?: string;
                /** @description Only these verticals, comma-separated: contact_center, healthcare, sales, general. */
                readonly vertical?: string;
                /** @description Only where one of these was heard longest, comma-separated. Finds sessions that are over. */
                readonly emotion?: string;
                /** @description Only where one of these moods lasted longest, comma-separated: calm, pleased, low, tense, upset, calming. Finds sessions that are over. Of streams alone. */
                readonly mood?: string;
                /** @description Only where the escalation risk reached this, 0 to 1. Finds sessions that are over. */
                readonly peak_escalation_from?: number;
                /** @description Only where an alert of this type was raised. */
                readonly alert?: string;
                /** @description Only with this `agent_id`, or `agent`, in their metadata. */
                readonly agent?: string;
                /** @description Only where this enrolled person was recognized. */
                readonly person?: string;
                /** @description `created_at` unless given. The others list only sessions that are over. */
                readonly sort?: "created_at" | "duration" | "peak_escalation";
                /** @description `desc` unless given. */
                readonly order?: "desc" | "asc";
                /** @description Only sessions about this. */
                readonly external_id?: string;
                /** @description Only sessions that began then or later. */
                readonly created_after?: string;
                /** @description Only sessions that began before. */
                readonly created_before?: string;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description In the order of `sort` and `order`. */
                        readonly sessions: readonly components["schemas"]["SessionListItem"][];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSession"];
            };
        };
        readonly responses: {
            /** @description The session */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["SessionListItem"];
                        /** @description `session.id`. */
                        readonly session_id: string;
                    };
                };
            };
        };
    };
    readonly getSession: {
        readonly parameters: {
            readonly query?: {
                /** @description Of the texts; the session’s own unless given. */
                readonly language?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                    };
                };
            };
        };
    };
    readonly deleteSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly endSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    readonly outcome?: components["schemas"]["SessionOutcome"];
                };
            };
        };
        readonly responses: {
            /** @description The session as it ended */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly session: components["schemas"]["Session"];
                        readonly learned?: components["schemas"]["Learned"];
                    };
                };
            };
        };
    };
    readonly acknowledgeAlert: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
                /** @description Of the session’s. */
                readonly alert_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The session’s alerts */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description All that were raised, oldest first. */
                        readonly alerts: readonly components["schemas"]["SessionAlert"][];
                        /** @description How many of them hold now. */
                        readonly active: number;
                    };
                };
            };
        };
    };
    readonly getTranscript: {
        readonly parameters: {
            readonly query?: {
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of lines; none where nothing is kept */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description How long the organization keeps words now; null: not at all. */
                        readonly transcript_days: number | null;
                        /** @description In order; utterances without words are left out. */
                        readonly lines: readonly components["schemas"]["TranscriptLine"][];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly addTranscript: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["SessionTranscriptBody"];
            };
        };
        readonly responses: {
            /** @description Added */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getOverview: {
        readonly parameters: {
            readonly query?: {
                /** @description The first day, UTC; 30 days to `to` unless given. */
                readonly from?: string;
                /** @description The last day, UTC; today unless given. */
                readonly to?: string;
                /** @description Weeks begin on Monday. */
                readonly by?: "day" | "week";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The overview */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The first day that is included, UTC. */
                        readonly from: string;
                        /** @description The last day that is included, UTC. */
                        readonly to: string;
                        /**
                         * @description How long a period is.
                         * @enum {string}
                         */
                        readonly by: "day" | "week";
                        /** @description Those in which a call began, oldest first. */
                        readonly periods: readonly components["schemas"]["OverviewPeriod"][];
                    };
                };
            };
        };
    };
    readonly listUtterances: {
        readonly parameters: {
            readonly query?: {
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description The `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description In the order of the call. */
                        readonly utterances: readonly components["schemas"]["Utterance"][];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly addUtterance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewUtterance"];
                readonly "multipart/form-data": components["schemas"]["NewUtteranceForm"];
            };
        };
        readonly responses: {
            /** @description It was there already; nothing was changed or billed */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ObservedUtterance"];
                };
            };
            /** @description Added */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ObservedUtterance"];
                };
            };
        };
    };
    readonly submitOutcome: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["SessionOutcome"];
            };
        };
        readonly responses: {
            /** @description The outcome as it was understood */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description What was told, with `kpis` and `observed_at`: the time of the request where it was left out. */
                        readonly outcome: {
                            readonly [key: string]: unknown;
                        };
                        readonly learned: components["schemas"]["Learned"];
                    };
                };
            };
        };
    };
    readonly withdrawOutcome: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Taken back */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly correctUtterance: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Of the session. */
                    readonly session_id: string;
                    /** @description Of one of its utterances: a turn’s id, or the one that you gave. */
                    readonly utterance_id: string;
                    /**
                     * @description What it should have been told as.
                     * @enum {string}
                     */
                    readonly emotion?: "neutral" | "happy" | "sad" | "angry" | "fearful" | "disgusted" | "surprised" | "contempt" | "anxious" | "confused" | "excited" | "amused" | "content" | "frustrated";
                    /** @description How pleasant it really was, from unpleasant to pleasant. */
                    readonly valence?: number;
                    /** @description How agitated it really was, from calm to agitated. */
                    readonly arousal?: number;
                };
            };
        };
        readonly responses: {
            /** @description The utterance as corrected, and what follows */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ObservedUtterance"];
                };
            };
        };
    };
    readonly answerCue: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Of the session. */
                    readonly session_id: string;
                    /** @description Of `agent_steering`. */
                    readonly cue_id: string;
                    /**
                     * @description What the agent did with it.
                     * @enum {string}
                     */
                    readonly action: "shown" | "accepted" | "dismissed" | "snoozed" | "not_useful";
                    /** @description How long the cue had been shown. */
                    readonly after_ms?: number;
                };
            };
        };
        readonly responses: {
            /** @description Taken */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description As it was sent. */
                        readonly feedback: {
                            /** @description Of the session. */
                            readonly session_id: string;
                            /** @description Of `agent_steering`. */
                            readonly cue_id: string;
                            /**
                             * @description What the agent did with it.
                             * @enum {string}
                             */
                            readonly action: "shown" | "accepted" | "dismissed" | "snoozed" | "not_useful";
                            /** @description How long the cue had been shown. */
                            readonly after_ms?: number;
                        };
                    };
                };
            };
        };
    };
    readonly listKpis: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The KPIs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description All of them. */
                        readonly kpis: readonly ({
                            /**
                             * @description A number between `min` and `max`.
                             * @enum {string}
                             */
                            readonly kind: "scalar";
                            /** @description As in `kpi_predictions`; unique in the organization. */
                            readonly name: string;
                            /** @description For people. */
                            readonly description?: string;
                            /**
                             * @description Which way is good; it gives the first guess its sign.
                             * @enum {string}
                             */
                            readonly direction: "higher_is_better" | "lower_is_better" | "neutral";
                            /** @description The smallest value. */
                            readonly min: number;
                            /** @description The largest value. */
                            readonly max: number;
                        } | {
                            /**
                             * @description Yes or no.
                             * @enum {string}
                             */
                            readonly kind: "binary";
                            /** @description As in `kpi_predictions`; unique in the organization. */
                            readonly name: string;
                            /** @description For people. */
                            readonly description?: string;
                            /**
                             * @description Which way is good; it gives the first guess its sign.
                             * @enum {string}
                             */
                            readonly direction: "higher_is_better" | "lower_is_better" | "neutral";
                        } | {
                            /**
                             * @description One of `categories`.
                             * @enum {string}
                             */
                            readonly kind: "categorical";
                            /** @description As in `kpi_predictions`; unique in the organization. */
                            readonly name: string;
                            /** @description For people. */
                            readonly description?: string;
                            /** @description The values that it may have. */
                            readonly categories: readonly string[];
                        })[];
                    };
                };
            };
        };
    };
    readonly createKpi: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description A number between `min` and `max`.
                     * @enum {string}
                     */
                    readonly kind: "scalar";
                    /** @description As in `kpi_predictions`; unique in the organization. */
                    readonly name: string;
                    /** @description For people. */
                    readonly description?: string;
                    /**
                     * @description Which way is good; it gives the first guess its sign.
                     * @enum {string}
                     */
                    readonly direction: "higher_is_better" | "lower_is_better" | "neutral";
                    /** @description The smallest value. */
                    readonly min: number;
                    /** @description The largest value. */
                    readonly max: number;
                } | {
                    /**
                     * @description Yes or no.
                     * @enum {string}
                     */
                    readonly kind: "binary";
                    /** @description As in `kpi_predictions`; unique in the organization. */
                    readonly name: string;
                    /** @description For people. */
                    readonly description?: string;
                    /**
                     * @description Which way is good; it gives the first guess its sign.
                     * @enum {string}
                     */
                    readonly direction: "higher_is_better" | "lower_is_better" | "neutral";
                } | {
                    /**
                     * @description One of `categories`.
                     * @enum {string}
                     */
                    readonly kind: "categorical";
                    /** @description As in `kpi_predictions`; unique in the organization. */
                    readonly name: string;
                    /** @description For people. */
                    readonly description?: string;
                    /** @description The values that it may have. */
                    readonly categories: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description The KPI */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description As it is defined. */
                        readonly kpi: {
                            /**
                             * @description A number between `min` and `max`.
                             * @enum {string}
                             */
                            readonly kind: "scalar";
                            /** @description As in `kpi_predictions`; unique in the organization. */
                            readonly name: string;
                            /** @description For people. */
                            readonly description?: string;
                            /**
                             * @description Which way is good; it gives the first guess its sign.
                             * @enum {string}
                             */
                            readonly direction: "higher_is_better" | "lower_is_better" | "neutral";
                            /** @description The smallest value. */
                            readonly min: number;
                            /** @description The largest value. */
                            readonly max: number;
                        } | {
                            /**
                             * @description Yes or no.
                             * @enum {string}
                             */
                            readonly kind: "binary";
                            /** @description As in `kpi_predictions`; unique in the organization. */
                            readonly name: string;
                            /** @description For people. */
                            readonly description?: string;
                            /**
                             * @description Which way is good; it gives the first guess its sign.
                             * @enum {string}
                             */
                            readonly direction: "higher_is_better" | "lower_is_better" | "neutral";
                        } | {
                            /**
                             * @description One of `categories`.
                             * @enum {string}
                             */
                            readonly kind: "categorical";
                            /** @description As in `kpi_predictions`; unique in the organization. */
                            readonly name: string;
                            /** @description For people. */
                            readonly description?: string;
                            /** @description The values that it may have. */
                            readonly categories: readonly string[];
                        };
                    };
                };
            };
        };
    };
    readonly redefineKpi: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the KPI. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description As in `POST /v1/kpis`.
                     * @enum {string}
                     */
                    readonly kind: "scalar" | "binary" | "categorical";
                    /** @description That of the path, if it is given. */
                    readonly name?: string;
                } & {
                    readonly [key: string]: unknown;
                };
            };
        };
        readonly responses: {
            /** @description The KPI */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description As it is defined. */
                        readonly kpi: {
                            /**
                             * @description A number between `min` and `max`.
                             * @enum {string}
                             */
                            readonly kind: "scalar";
                            /** @description As in `kpi_predictions`; unique in the organization. */
                            readonly name: string;
                            /** @description For people. */
                            readonly description?: string;
                            /**
                             * @description Which way is good; it gives the first guess its sign.
                             * @enum {string}
                             */
                            readonly direction: "higher_is_better" | "lower_is_better" | "neutral";
                            /** @description The smallest value. */
                            readonly min: number;
                            /** @description The largest value. */
                            readonly max: number;
                        } | {
                            /**
                             * @description Yes or no.
                             * @enum {string}
                             */
                            readonly kind: "binary";
                            /** @description As in `kpi_predictions`; unique in the organization. */
                            readonly name: string;
                            /** @description For people. */
                            readonly description?: string;
                            /**
                             * @description Which way is good; it gives the first guess its sign.
                             * @enum {string}
                             */
                            readonly direction: "higher_is_better" | "lower_is_better" | "neutral";
                        } | {
                            /**
                             * @description One of `categories`.
                             * @enum {string}
                             */
                            readonly kind: "categorical";
                            /** @description As in `kpi_predictions`; unique in the organization. */
                            readonly name: string;
                            /** @description For people. */
                            readonly description?: string;
                            /** @description The values that it may have. */
                            readonly categories: readonly string[];
                        };
                    };
                };
            };
        };
    };
    readonly deleteKpi: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the KPI. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly getPredictionQuality: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Figures over all outcomes */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PredictionQuality"];
                };
            };
        };
    };
    readonly listPredictionVersions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The versions */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["PredictionVersions"];
                };
            };
        };
    };
    readonly rollBackPredictions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description The version to go back to, one with `can_roll_back_to`; 0 is the prior. */
                    readonly version: number;
                };
            };
        };
        readonly responses: {
            /** @description The new version */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The new version, which thinks what that one thought. */
                        readonly model_version: number;
                        /** @description As it was asked for. */
                        readonly rolled_back_to: number;
                    };
                };
            };
        };
    };
    readonly getAlertRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The thresholds */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description In force. */
                        readonly alerts: readonly {
                            /** @description Unique in the organization. */
                            readonly id: string;
                            /** @description A prediction, or a KPI as `kpi.NAME`. */
                            readonly metric: ("escalation_risk" | "churn_risk" | "resolution_probability" | "predicted_csat" | "sentiment_forecast") | string;
                            /**
                             * @description Which side of the threshold is told.
                             * @enum {string}
                             */
                            readonly direction: "above" | "below";
                            /** @description In the metric’s unit: from here on it is beyond. */
                            readonly enter: number;
                            /** @description In the metric’s unit: from here on it is back. On the other side of `enter`, so that a value that moves around the limit is told once. */
                            readonly leave: number;
                            /**
                             * @description How long the value must stay beyond a limit to cross it, either way, on the session’s clock.
                             * @default 0
                             */
                            readonly dwell_ms?: number;
                            /**
                             * @description Caller utterances before anything is told: early predictions rest mostly on the prior.
                             * @default 2
                             */
                            readonly minimum_utterances?: number;
                            /**
                             * @description Whether a crossing also raises an alert; otherwise only the event is sent.
                             * @default true
                             */
                            readonly alert?: boolean;
                            /** @description By default the metric with `_high` or `_low`. */
                            readonly alert_type?: string;
                            /** @description By default the action that the prediction recommends. */
                            readonly recommended_action?: string;
                        }[];
                        /** @description False: these are the defaults. */
                        readonly configured: boolean;
                    };
                };
            };
        };
    };
    readonly setAlertRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["AlertRules"];
            };
        };
        readonly responses: {
            /** @description The thresholds */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description In force. */
                        readonly alerts: readonly {
                            /** @description Unique in the organization. */
                            readonly id: string;
                            /** @description A prediction, or a KPI as `kpi.NAME`. */
                            readonly metric: ("escalation_risk" | "churn_risk" | "resolution_probability" | "predicted_csat" | "sentiment_forecast") | string;
                            /**
                             * @description Which side of the threshold is told.
                             * @enum {string}
                             */
                            readonly direction: "above" | "below";
                            /** @description In the metric’s unit: from here on it is beyond. */
                            readonly enter: number;
                            /** @description In the metric’s unit: from here on it is back. On the other side of `enter`, so that a value that moves around the limit is told once. */
                            readonly leave: number;
                            /**
                             * @description How long the value must stay beyond a limit to cross it, either way, on the session’s clock.
                             * @default 0
                             */
                            readonly dwell_ms?: number;
                            /**
                             * @description Caller utterances before anything is told: early predictions rest mostly on the prior.
                             * @default 2
                             */
                            readonly minimum_utterances?: number;
                            /**
                             * @description Whether a crossing also raises an alert; otherwise only the event is sent.
                             * @default true
                             */
                            readonly alert?: boolean;
                            /** @description By default the metric with `_high` or `_low`. */
                            readonly alert_type?: string;
                            /** @description By default the action that the prediction recommends. */
                            readonly recommended_action?: string;
                        }[];
                        /** @description False: these are the defaults. */
                        readonly configured: boolean;
                    };
                };
            };
        };
    };
    readonly resetAlertRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The thresholds */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description In force. */
                        readonly alerts: readonly {
                            /** @description Unique in the organization. */
                            readonly id: string;
                            /** @description A prediction, or a KPI as `kpi.NAME`. */
                            readonly metric: ("escalation_risk" | "churn_risk" | "resolution_probability" | "predicted_csat" | "sentiment_forecast") | string;
                            /**
                             * @description Which side of the threshold is told.
                             * @enum {string}
                             */
                            readonly direction: "above" | "below";
                            /** @description In the metric’s unit: from here on it is beyond. */
                            readonly enter: number;
                            /** @description In the metric’s unit: from here on it is back. On the other side of `enter`, so that a value that moves around the limit is told once. */
                            readonly leave: number;
                            /**
                             * @description How long the value must stay beyond a limit to cross it, either way, on the session’s clock.
                             * @default 0
                             */
                            readonly dwell_ms?: number;
                            /**
                             * @description Caller utterances before anything is told: early predictions rest mostly on the prior.
                             * @default 2
                             */
                            readonly minimum_utterances?: number;
                            /**
                             * @description Whether a crossing also raises an alert; otherwise only the event is sent.
                             * @default true
                             */
                            readonly alert?: boolean;
                            /** @description By default the metric with `_high` or `_low`. */
                            readonly alert_type?: string;
                            /** @description By default the action that the prediction recommends. */
                            readonly recommended_action?: string;
                        }[];
                        /** @description False: these are the defaults. */
                        readonly configured: boolean;
                    };
                };
            };
        };
    };
    readonly watchSession: {
        readonly parameters: {
            readonly query?: {
                /** @description What `id` names: `session`, the session itself; `call`, the `call_id` of its metadata (Twilio’s call SID, Genesys’s conversation); `agent`, its `agent_id` or `agent`. Absent: the first of these that a live stream has. */
                readonly by?: "session" | "call" | "agent";
                /** @description Told to those who are watched; `observer` unless given. */
                readonly role?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description The name of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The token, and the session that it watches. */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["StreamToken"];
                };
            };
        };
    };
    readonly listWebhooks: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhooks */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Oldest first. */
                        readonly webhooks: readonly {
                            /** @description Of the webhook. */
                            readonly id: string;
                            /** @description Where events are sent. */
                            readonly url: string;
                            /** @description Which events are sent. */
                            readonly events: readonly ("analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended")[];
                            /** @description Whether deliveries are made. */
                            readonly active: boolean;
                            /** @description When it was made. */
                            readonly created_at: string;
                            /** @description Only in the answer that took the secret: why it is weak. Absent when it is not. */
                            readonly warnings?: readonly string[];
                            /**
                             * @description How deliveries go.
                             * @enum {string}
                             */
                            readonly status: "active" | "failing" | "disabled";
                            /**
                             * @description Why it is disabled; null: it is not.
                             * @enum {string|null}
                             */
                            readonly status_reason: "owner" | "gone" | "attempts_exhausted" | "failing_too_long" | null;
                            /** @description Until then deliveries also carry the signature of the previous secret. */
                            readonly previous_secret_expires_at: string | null;
                        }[];
                    };
                };
            };
        };
    };
    readonly createWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description HTTPS, a public host */
                    readonly url: string;
                    /** @description Event types, under either published name */
                    readonly events: readonly ("analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended")[];
                    /** @description Signing secret: best 24 or more random characters, or whsec_ and base64. A weak one is accepted, and `warnings` says why it is weak. Stored encrypted and never sent back. */
                    readonly secret: string;
                };
            };
        };
        readonly responses: {
            /** @description The webhook */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "webhook": {
                     *         "id": "wh_2Yb7QmXc0sLr9TfKjVwZ4n",
                     *         "url": "https://example.com/hooks/undertone",
                     *         "events": [
                     *           "session.end",
                     *           "alert.triggered"
                     *         ],
                     *         "active": true,
                     *         "created_at": "2026-11-20T10:00:00.000Z"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        /** @description The new one; it begins active. */
                        readonly webhook: {
                            /** @description Of the webhook. */
                            readonly id: string;
                            /** @description Where events are sent. */
                            readonly url: string;
                            /** @description Which events are sent. */
                            readonly events: readonly ("analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended")[];
                            /** @description Whether deliveries are made. */
                            readonly active: boolean;
                            /** @description When it was made. */
                            readonly created_at: string;
                            /** @description Only in the answer that took the secret: why it is weak. Absent when it is not. */
                            readonly warnings?: readonly string[];
                        };
                    };
                };
            };
        };
    };
    readonly getWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The webhook */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description As it is now, with how deliveries to it go. */
                        readonly webhook: {
                            /** @description Of the webhook. */
                            readonly id: string;
                            /** @description Where events are sent. */
                            readonly url: string;
                            /** @description Which events are sent. */
                            readonly events: readonly ("analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended")[];
                            /** @description Whether deliveries are made. */
                            readonly active: boolean;
                            /** @description When it was made. */
                            readonly created_at: string;
                            /** @description Only in the answer that took the secret: why it is weak. Absent when it is not. */
                            readonly warnings?: readonly string[];
                            /**
                             * @description How deliveries go.
                             * @enum {string}
                             */
                            readonly status: "active" | "failing" | "disabled";
                            /**
                             * @description Why it is disabled; null: it is not.
                             * @enum {string|null}
                             */
                            readonly status_reason: "owner" | "gone" | "attempts_exhausted" | "failing_too_long" | null;
                            /** @description Until then deliveries also carry the signature of the previous secret. */
                            readonly previous_secret_expires_at: string | null;
                        };
                    };
                };
            };
        };
    };
    readonly deleteWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Event types, under either published name */
                    readonly events?: readonly ("analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended")[];
                    /** @description False: no deliveries are made; true: it starts anew. */
                    readonly active?: boolean;
                };
            };
        };
        readonly responses: {
            /** @description The webhook */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description As it is now, with how deliveries to it go. */
                        readonly webhook: {
                            /** @description Of the webhook. */
                            readonly id: string;
                            /** @description Where events are sent. */
                            readonly url: string;
                            /** @description Which events are sent. */
                            readonly events: readonly ("analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended")[];
                            /** @description Whether deliveries are made. */
                            readonly active: boolean;
                            /** @description When it was made. */
                            readonly created_at: string;
                            /** @description Only in the answer that took the secret: why it is weak. Absent when it is not. */
                            readonly warnings?: readonly string[];
                            /**
                             * @description How deliveries go.
                             * @enum {string}
                             */
                            readonly status: "active" | "failing" | "disabled";
                            /**
                             * @description Why it is disabled; null: it is not.
                             * @enum {string|null}
                             */
                            readonly status_reason: "owner" | "gone" | "attempts_exhausted" | "failing_too_long" | null;
                            /** @description Until then deliveries also carry the signature of the previous secret. */
                            readonly previous_secret_expires_at: string | null;
                        };
                    };
                };
            };
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Signing secret: best 24 or more random characters, or whsec_ and base64. A weak one is accepted, and `warnings` says why it is weak. Stored encrypted and never sent back. */
                    readonly secret: string;
                };
            };
        };
        readonly responses: {
            /** @description The webhook */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description As it is now, with how deliveries to it go. */
                        readonly webhook: {
                            /** @description Of the webhook. */
                            readonly id: string;
                            /** @description Where events are sent. */
                            readonly url: string;
                            /** @description Which events are sent. */
                            readonly events: readonly ("analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended")[];
                            /** @description Whether deliveries are made. */
                            readonly active: boolean;
                            /** @description When it was made. */
                            readonly created_at: string;
                            /** @description Only in the answer that took the secret: why it is weak. Absent when it is not. */
                            readonly warnings?: readonly string[];
                            /**
                             * @description How deliveries go.
                             * @enum {string}
                             */
                            readonly status: "active" | "failing" | "disabled";
                            /**
                             * @description Why it is disabled; null: it is not.
                             * @enum {string|null}
                             */
                            readonly status_reason: "owner" | "gone" | "attempts_exhausted" | "failing_too_long" | null;
                            /** @description Until then deliveries also carry the signature of the previous secret. */
                            readonly previous_secret_expires_at: string | null;
                        };
                    };
                };
            };
        };
    };
    readonly listDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only those that stand so. */
                readonly status?: "pending" | "delivered" | "failed" | "cancelled";
                /** @description Only those of this event. */
                readonly event_type?: "analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended";
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description Only those to this webhook. */
                readonly webhook_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deliveries */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Newest first. */
                        readonly deliveries: readonly {
                            /** @description Of the delivery. */
                            readonly id: string;
                            /** @description Where it goes. */
                            readonly webhook_id: string;
                            /** @description The same at every attempt. */
                            readonly event_id: string;
                            /**
                             * @description What happened.
                             * @enum {string}
                             */
                            readonly event_type: "analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended";
                            /**
                             * @description Whether it arrived.
                             * @enum {string}
                             */
                            readonly status: "pending" | "delivered" | "failed" | "cancelled";
                            /** @description When the event was written. */
                            readonly created_at: string;
                            /** @description When it arrived, or was given up; null: not yet. */
                            readonly finished_at: string | null;
                            /** @description Null: there is none. */
                            readonly next_attempt_at: string | null;
                            /** @description Oldest first. */
                            readonly attempts: readonly {
                                /** @description From 1. */
                                readonly number: number;
                                /** @description When it was sent. */
                                readonly attempted_at: string;
                                /**
                                 * @description A 2xx within 5 s is a success.
                                 * @enum {string}
                                 */
                                readonly status: "succeeded" | "failed";
                                /** @description The receiver’s HTTP status; null: none came. */
                                readonly response_code: number | null;
                                /** @description The first 4 kB of the answer as text; null when there was none. A stranger wrote it: never render it. */
                                readonly response_body: string | null;
                                /** @description The answer was longer. */
                                readonly response_truncated: boolean;
                                /** @description Until the answer, or the failure. */
                                readonly latency_ms: number;
                                /** @description Why it failed; null: it did not. */
                                readonly error: {
                                    /** @description For programs. */
                                    readonly code: string;
                                    /** @description For people. */
                                    readonly message: string;
                                } | null;
                            }[];
                        }[];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly getWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the webhook. */
                readonly id: string;
                /** @description Of the delivery. */
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description With the body that is sent. */
                        readonly delivery: {
                            /** @description Of the delivery. */
                            readonly id: string;
                            /** @description Where it goes. */
                            readonly webhook_id: string;
                            /** @description The same at every attempt. */
                            readonly event_id: string;
                            /**
                             * @description What happened.
                             * @enum {string}
                             */
                            readonly event_type: "analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended";
                            /**
                             * @description Whether it arrived.
                             * @enum {string}
                             */
                            readonly status: "pending" | "delivered" | "failed" | "cancelled";
                            /** @description When the event was written. */
                            readonly created_at: string;
                            /** @description When it arrived, or was given up; null: not yet. */
                            readonly finished_at: string | null;
                            /** @description Null: there is none. */
                            readonly next_attempt_at: string | null;
                            /** @description Oldest first. */
                            readonly attempts: readonly {
                                /** @description From 1. */
                                readonly number: number;
                                /** @description When it was sent. */
                                readonly attempted_at: string;
                                /**
                                 * @description A 2xx within 5 s is a success.
                                 * @enum {string}
                                 */
                                readonly status: "succeeded" | "failed";
                                /** @description The receiver’s HTTP status; null: none came. */
                                readonly response_code: number | null;
                                /** @description The first 4 kB of the answer as text; null when there was none. A stranger wrote it: never render it. */
                                readonly response_body: string | null;
                                /** @description The answer was longer. */
                                readonly response_truncated: boolean;
                                /** @description Until the answer, or the failure. */
                                readonly latency_ms: number;
                                /** @description Why it failed; null: it did not. */
                                readonly error: {
                                    /** @description For programs. */
                                    readonly code: string;
                                    /** @description For people. */
                                    readonly message: string;
                                } | null;
                            }[];
                            /** @description The request body, byte for byte as it was signed and sent. */
                            readonly payload: string;
                        };
                    };
                };
            };
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description Only those that stand so. */
                readonly status?: "pending" | "delivered" | "failed" | "cancelled";
                /** @description Only those of this event. */
                readonly event_type?: "analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended";
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path: {
                /** @description Of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of deliveries */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Newest first. */
                        readonly deliveries: readonly {
                            /** @description Of the delivery. */
                            readonly id: string;
                            /** @description Where it goes. */
                            readonly webhook_id: string;
                            /** @description The same at every attempt. */
                            readonly event_id: string;
                            /**
                             * @description What happened.
                             * @enum {string}
                             */
                            readonly event_type: "analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended";
                            /**
                             * @description Whether it arrived.
                             * @enum {string}
                             */
                            readonly status: "pending" | "delivered" | "failed" | "cancelled";
                            /** @description When the event was written. */
                            readonly created_at: string;
                            /** @description When it arrived, or was given up; null: not yet. */
                            readonly finished_at: string | null;
                            /** @description Null: there is none. */
                            readonly next_attempt_at: string | null;
                            /** @description Oldest first. */
                            readonly attempts: readonly {
                                /** @description From 1. */
                                readonly number: number;
                                /** @description When it was sent. */
                                readonly attempted_at: string;
                                /**
                                 * @description A 2xx within 5 s is a success.
                                 * @enum {string}
                                 */
                                readonly status: "succeeded" | "failed";
                                /** @description The receiver’s HTTP status; null: none came. */
                                readonly response_code: number | null;
                                /** @description The first 4 kB of the answer as text; null when there was none. A stranger wrote it: never render it. */
                                readonly response_body: string | null;
                                /** @description The answer was longer. */
                                readonly response_truncated: boolean;
                                /** @description Until the answer, or the failure. */
                                readonly latency_ms: number;
                                /** @description Why it failed; null: it did not. */
                                readonly error: {
                                    /** @description For programs. */
                                    readonly code: string;
                                    /** @description For people. */
                                    readonly message: string;
                                } | null;
                            }[];
                        }[];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly redeliverWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the webhook. */
                readonly id: string;
                /** @description Of the delivery. */
                readonly delivery_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The delivery, pending */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The delivery. */
                        readonly delivery: {
                            /** @description Of the delivery. */
                            readonly id: string;
                            /** @description Where it goes. */
                            readonly webhook_id: string;
                            /** @description The same at every attempt. */
                            readonly event_id: string;
                            /**
                             * @description What happened.
                             * @enum {string}
                             */
                            readonly event_type: "analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended";
                            /**
                             * @description Whether it arrived.
                             * @enum {string}
                             */
                            readonly status: "pending" | "delivered" | "failed" | "cancelled";
                            /** @description When the event was written. */
                            readonly created_at: string;
                            /** @description When it arrived, or was given up; null: not yet. */
                            readonly finished_at: string | null;
                            /** @description Null: there is none. */
                            readonly next_attempt_at: string | null;
                            /** @description Oldest first. */
                            readonly attempts: readonly {
                                /** @description From 1. */
                                readonly number: number;
                                /** @description When it was sent. */
                                readonly attempted_at: string;
                                /**
                                 * @description A 2xx within 5 s is a success.
                                 * @enum {string}
                                 */
                                readonly status: "succeeded" | "failed";
                                /** @description The receiver’s HTTP status; null: none came. */
                                readonly response_code: number | null;
                                /** @description The first 4 kB of the answer as text; null when there was none. A stranger wrote it: never render it. */
                                readonly response_body: string | null;
                                /** @description The answer was longer. */
                                readonly response_truncated: boolean;
                                /** @description Until the answer, or the failure. */
                                readonly latency_ms: number;
                                /** @description Why it failed; null: it did not. */
                                readonly error: {
                                    /** @description For programs. */
                                    readonly code: string;
                                    /** @description For people. */
                                    readonly message: string;
                                } | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    readonly testWebhook: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the webhook. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description One of the webhook’s events; absent: its first.
                     * @enum {string}
                     */
                    readonly type?: "analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended";
                };
            };
        };
        readonly responses: {
            /** @description The delivery, pending */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The delivery. */
                        readonly delivery: {
                            /** @description Of the delivery. */
                            readonly id: string;
                            /** @description Where it goes. */
                            readonly webhook_id: string;
                            /** @description The same at every attempt. */
                            readonly event_id: string;
                            /**
                             * @description What happened.
                             * @enum {string}
                             */
                            readonly event_type: "analysis.complete" | "session.end" | "session.prediction" | "alert.triggered" | "fine_tune.started" | "fine_tune.completed" | "fine_tune.failed" | "wallet.budget_reached" | "analysis.completed" | "session.ended";
                            /**
                             * @description Whether it arrived.
                             * @enum {string}
                             */
                            readonly status: "pending" | "delivered" | "failed" | "cancelled";
                            /** @description When the event was written. */
                            readonly created_at: string;
                            /** @description When it arrived, or was given up; null: not yet. */
                            readonly finished_at: string | null;
                            /** @description Null: there is none. */
                            readonly next_attempt_at: string | null;
                            /** @description Oldest first. */
                            readonly attempts: readonly {
                                /** @description From 1. */
                                readonly number: number;
                                /** @description When it was sent. */
                                readonly attempted_at: string;
                                /**
                                 * @description A 2xx within 5 s is a success.
                                 * @enum {string}
                                 */
                                readonly status: "succeeded" | "failed";
                                /** @description The receiver’s HTTP status; null: none came. */
                                readonly response_code: number | null;
                                /** @description The first 4 kB of the answer as text; null when there was none. A stranger wrote it: never render it. */
                                readonly response_body: string | null;
                                /** @description The answer was longer. */
                                readonly response_truncated: boolean;
                                /** @description Until the answer, or the failure. */
                                readonly latency_ms: number;
                                /** @description Why it failed; null: it did not. */
                                readonly error: {
                                    /** @description For programs. */
                                    readonly code: string;
                                    /** @description For people. */
                                    readonly message: string;
                                } | null;
                            }[];
                        };
                    };
                };
            };
        };
    };
    readonly listSpeakers: {
        readonly parameters: {
            readonly query?: {
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
                /** @description Only the person with this id of yours. */
                readonly external_id?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of people */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Oldest first. */
                        readonly speakers: readonly components["schemas"]["Speaker"][];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly enrollSpeaker: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewSpeaker"];
                readonly "multipart/form-data": components["schemas"]["NewSpeakerForm"];
            };
        };
        readonly responses: {
            /** @description Enrolled */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly speaker: components["schemas"]["Speaker"];
                    };
                };
            };
        };
    };
    readonly getSpeaker: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the enrolled person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The person */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly speaker: components["schemas"]["Speaker"];
                    };
                };
            };
        };
    };
    readonly deleteSpeaker: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the enrolled person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted; streams that know the voice forget it within a minute */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateSpeaker: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the enrolled person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description The name that is shown for this voice. */
                    readonly label?: string;
                    /** @description Your own id of the person; unique in the organization. */
                    readonly external_id?: string | null;
                    /** @description Everything about the voice is deleted then. */
                    readonly expires_at?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description The person */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly speaker: components["schemas"]["Speaker"];
                    };
                };
            };
        };
    };
    readonly enrollSpeakerAgain: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the enrolled person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["NewEnrollment"];
                readonly "multipart/form-data": components["schemas"]["NewEnrollmentForm"];
            };
        };
        readonly responses: {
            /** @description Enrolled again */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly speaker: components["schemas"]["Speaker"];
                    };
                };
            };
        };
    };
    readonly withdrawSpeakerConsent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the enrolled person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Where the withdrawal is recorded in your own systems; goes into the audit log as it is. */
                    readonly reference?: string;
                };
            };
        };
        readonly responses: {
            /** @description What was deleted */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["SpeakerWithdrawal"];
                };
            };
        };
    };
    readonly listLines: {
        readonly parameters: {
            readonly query?: {
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of lines */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Oldest first, one for each line and model. */
                        readonly lines: readonly components["schemas"]["Line"][];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly deleteLines: {
        readonly parameters: {
            readonly query?: {
                /** @description Its name. Absent: all of the organization’s. */
                readonly line?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Forgotten */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listFineTunes: {
        readonly parameters: {
            readonly query?: {
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of jobs */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Newest first. */
                        readonly jobs: readonly components["schemas"]["FineTuneJob"][];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly createFineTune: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["FineTuneRequest"];
                readonly "multipart/form-data": components["schemas"]["FineTuneForm"];
            };
        };
        readonly responses: {
            /** @description The job waits for samples and its start */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job: components["schemas"]["FineTuneJob"];
                        /** @description `job.id`. */
                        readonly id: string;
                        /**
                         * @description `job.status`, in four words.
                         * @enum {string}
                         */
                        readonly status: "pending" | "training" | "completed" | "failed";
                        /** @description `job.name`. */
                        readonly name: string;
                        /** @description `job.progress`. */
                        readonly progress: number;
                        /** @description `job.model`; absent while there is none. */
                        readonly modelId?: string;
                        /**
                         * Format: date-time
                         * @description `job.created_at`.
                         */
                        readonly createdAt: string;
                        /**
                         * Format: date-time
                         * @description `job.finished_at`; absent until then.
                         */
                        readonly completedAt?: string;
                    };
                };
            };
            /** @description The job is queued */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job: components["schemas"]["FineTuneJob"];
                        /** @description `job.id`. */
                        readonly id: string;
                        /**
                         * @description `job.status`, in four words.
                         * @enum {string}
                         */
                        readonly status: "pending" | "training" | "completed" | "failed";
                        /** @description `job.name`. */
                        readonly name: string;
                        /** @description `job.progress`. */
                        readonly progress: number;
                        /** @description `job.model`; absent while there is none. */
                        readonly modelId?: string;
                        /**
                         * Format: date-time
                         * @description `job.created_at`.
                         */
                        readonly createdAt: string;
                        /**
                         * Format: date-time
                         * @description `job.finished_at`; absent until then.
                         */
                        readonly completedAt?: string;
                    };
                };
            };
        };
    };
    readonly listFineTuneSamples: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the job. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The samples */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description All of the job, in the order in which they came. */
                        readonly samples: readonly components["schemas"]["FineTuneSample"][];
                    };
                };
            };
        };
    };
    readonly addFineTuneSamples: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the job. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["FineTuneSamples"];
                readonly "multipart/form-data": components["schemas"]["FineTuneSamplesForm"];
            };
        };
        readonly responses: {
            /** @description What became of each sample, in their order */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Those of this request alone, in their order. */
                        readonly samples: readonly components["schemas"]["FineTuneSample"][];
                        readonly job: components["schemas"]["FineTuneJob"];
                        /** @description Samples of this request that were kept. */
                        readonly uploaded: number;
                    };
                };
            };
        };
    };
    readonly getFineTune: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the job. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job: components["schemas"]["FineTuneJob"];
                        /** @description `job.id`. */
                        readonly id: string;
                        /**
                         * @description `job.status`, in four words.
                         * @enum {string}
                         */
                        readonly status: "pending" | "training" | "completed" | "failed";
                        /** @description `job.name`. */
                        readonly name: string;
                        /** @description `job.progress`. */
                        readonly progress: number;
                        /** @description `job.model`; absent while there is none. */
                        readonly modelId?: string;
                        /**
                         * Format: date-time
                         * @description `job.created_at`.
                         */
                        readonly createdAt: string;
                        /**
                         * Format: date-time
                         * @description `job.finished_at`; absent until then.
                         */
                        readonly completedAt?: string;
                    };
                };
            };
        };
    };
    readonly deleteFineTune: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the job. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Deleted */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly startFineTune: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the job. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job is queued */
            readonly 202: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job: components["schemas"]["FineTuneJob"];
                        /** @description `job.id`. */
                        readonly id: string;
                        /**
                         * @description `job.status`, in four words.
                         * @enum {string}
                         */
                        readonly status: "pending" | "training" | "completed" | "failed";
                        /** @description `job.name`. */
                        readonly name: string;
                        /** @description `job.progress`. */
                        readonly progress: number;
                        /** @description `job.model`; absent while there is none. */
                        readonly modelId?: string;
                        /**
                         * Format: date-time
                         * @description `job.created_at`.
                         */
                        readonly createdAt: string;
                        /**
                         * Format: date-time
                         * @description `job.finished_at`; absent until then.
                         */
                        readonly completedAt?: string;
                    };
                };
            };
        };
    };
    readonly cancelFineTune: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the job. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The job */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly job: components["schemas"]["FineTuneJob"];
                    };
                };
            };
        };
    };
    readonly listModels: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The base model and yours */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description The base model first, then yours, newest first. */
                        readonly models: readonly components["schemas"]["Model"][];
                    };
                };
            };
        };
    };
    readonly activateModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the model. */
                readonly name: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description Absent: the newest */
                    readonly version?: number;
                    /**
                     * @description Only there. A model that was made for one vertical takes no other.
                     * @enum {string}
                     */
                    readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
                };
            };
        };
        readonly responses: {
            /** @description What is the default now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description That is the default now. */
                        readonly model: string;
                    };
                };
            };
        };
    };
    readonly rollBackModel: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description Absent: the default of all that have none of their own.
                     * @enum {string}
                     */
                    readonly vertical?: "contact_center" | "healthcare" | "sales" | "general";
                };
            };
        };
        readonly responses: {
            /** @description What is the default now */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description That is the default now. */
                        readonly model: string;
                    };
                };
            };
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The members */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Oldest first. */
                        readonly members: readonly components["schemas"]["ListedMember"][];
                    };
                };
            };
        };
    };
    readonly inviteMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description The address of whoever is invited. */
                    readonly email: string;
                    /** @description To show; absent: the address is shown. */
                    readonly name?: string;
                    /**
                     * @description Each may do what those before it may. `viewer` reads calls and figures, `supervisor` works with calls, people and alerts and hears along, `developer` has keys, webhooks, models and the wallet, `owner` people, logs, export and deletion.
                     * @enum {string}
                     */
                    readonly role: "owner" | "developer" | "supervisor" | "viewer";
                };
            };
        };
        readonly responses: {
            /** @description The member and the link */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly member: components["schemas"]["Member"];
                        readonly invitation: components["schemas"]["Invitation"];
                    };
                };
            };
        };
    };
    readonly removeMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the member. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly updateMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the member. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /** @description To show; absent: it stays. */
                    readonly name?: string;
                    /**
                     * @description Each may do what those before it may. `viewer` reads calls and figures, `supervisor` works with calls, people and alerts and hears along, `developer` has keys, webhooks, models and the wallet, `owner` people, logs, export and deletion.
                     * @enum {string}
                     */
                    readonly role?: "owner" | "developer" | "supervisor" | "viewer";
                };
            };
        };
        readonly responses: {
            /** @description The member */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly member: components["schemas"]["Member"];
                    };
                };
            };
        };
    };
    readonly inviteMemberAgain: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the member. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The member and the link */
            readonly 201: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        readonly member: components["schemas"]["Member"];
                        readonly invitation: components["schemas"]["Invitation"];
                    };
                };
            };
        };
    };
    readonly listMemberSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the member. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sign-ins */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Those that are open, newest first. */
                        readonly sessions: readonly components["schemas"]["MemberSession"][];
                    };
                };
            };
        };
    };
    readonly endMemberSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the member. */
                readonly id: string;
                /** @description Of the sign-in, as the list of them tells it. */
                readonly session_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ended */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listPasskeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the member. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The passkeys */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Oldest first. */
                        readonly passkeys: readonly components["schemas"]["Passkey"][];
                    };
                };
            };
        };
    };
    readonly removePasskey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description Of the member. */
                readonly id: string;
                /** @description Of the passkey, as the list of them tells it. */
                readonly passkey_id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Removed */
            readonly 204: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly listRequests: {
        readonly parameters: {
            readonly query?: {
                /** @description Of this method alone. */
                readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
                /** @description As the API reference writes it: `/v1/sessions/:id`. */
                readonly route?: string;
                /** @description `error` is 400 and more; or one status. */
                readonly status?: ("ok" | "error" | "client_error" | "server_error") | string;
                /** @description Of this key alone. */
                readonly key_id?: string;
                /** @description Of this member alone. */
                readonly member_id?: string;
                /** @description Not before. */
                readonly from?: string;
                /** @description Before. */
                readonly to?: string;
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description `next_cursor` of the page before. */
                readonly cursor?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of requests */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Newest first. */
                        readonly requests: readonly components["schemas"]["LoggedRequest"][];
                        /** @description Asks for the next page; null on the last. */
                        readonly next_cursor: string | null;
                    };
                };
            };
        };
    };
    readonly listAuditEntries: {
        readonly parameters: {
            readonly query?: {
                /** @description Of this kind alone. */
                readonly action?: "organization.created" | "organization.renamed" | "organization.closed" | "plan.changed" | "policy.changed" | "member.added" | "member.removed" | "member.invited" | "member.changed" | "member.signed_in" | "member.session_ended" | "passkey.added" | "passkey.removed" | "api_key.created" | "api_key.revoked" | "wallet.topped_up" | "wallet.budgets_changed" | "consent.withdrawn" | "session.observed" | "speaker.enrolled" | "speaker.enrolled_again" | "speaker.grown" | "speaker.changed" | "speaker.deleted" | "speaker.withdrawn" | "speaker.expired" | "line.deleted";
                /** @description `operator`, or `key:`, `member:` or `session:` and an id. */
                readonly actor?: string;
                /** @description Entries on a page. */
                readonly limit?: number;
                /** @description `next_before` of the page before. */
                readonly before?: number;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of entries */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /** @description Newest first. */
                        readonly entries: readonly components["schemas"]["AuditEntry"][];
                        /** @description Null on the last page. */
                        readonly next_before: number | null;
                    };
                };
            };
        };
    };
    readonly extractProsody: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "multipart/form-data": components["schemas"]["FeaturesForm"];
            };
        };
        readonly responses: {
            /** @description The measures */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": components["schemas"]["ProsodyFeatures"];
                };
            };
        };
    };
    readonly correctPrediction: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ForeignCorrection"];
            };
        };
        readonly responses: {
            /** @description Taken */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /**
                         * @description It was taken.
                         * @enum {string}
                         */
                        readonly status: "accepted";
                        /** @description As it was sent. */
                        readonly prediction_id: string;
                        /** @description Fields that have no place here. */
                        readonly ignored: readonly string[];
                    };
                };
            };
        };
    };
    readonly submitSessionOutcome: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": components["schemas"]["ForeignOutcome"];
            };
        };
        readonly responses: {
            /** @description Taken */
            readonly 200: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": {
                        /**
                         * @description It was taken.
                         * @enum {string}
                         */
                        readonly status: "accepted";
                        /** @description Of the session. */
                        readonly session_id: string;
                        /** @description Values that were kept. */
                        readonly outcomes_recorded: number;
                        /** @description Fields that have no place here. */
                        readonly ignored: readonly string[];
                    };
                };
            };
        };
    };
}
