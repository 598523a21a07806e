// @ts-nocheck
// Generated from proto/realtime.proto by `npm run generate`. Do not edit.
/*eslint-disable block-scoped-var, id-length, no-control-regex, no-magic-numbers, no-mixed-operators, no-prototype-builtins, no-redeclare, no-shadow, no-var, sort-vars, default-case, jsdoc/require-param*/
import $protobuf from "../runtime.js";

const $Writer = $protobuf.Writer, $util = $protobuf.util;
const $Object = $util.global.Object, $undefined = $util.global.undefined, $Error = $util.global.Error;

const $root = $protobuf.roots["undertone-ClientMessage-encode"] || ($protobuf.roots["undertone-ClientMessage-encode"] = {});

const undertone = $root.undertone = (() => {

    const undertone = {};

    undertone.v1 = (function() {

        const v1 = {};

        v1.ClientMessage = (function() {

            const ClientMessage = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ClientMessage.prototype.seq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ClientMessage.prototype.ack = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ClientMessage.prototype.generation = 0;
            ClientMessage.prototype.audioPos = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ClientMessage.prototype.sessionHello = null;
            ClientMessage.prototype.audio = null;
            ClientMessage.prototype.audioGap = null;
            ClientMessage.prototype.audioSource = null;
            ClientMessage.prototype.prosodyFrames = null;
            ClientMessage.prototype.vad = null;
            ClientMessage.prototype.transcript = null;
            ClientMessage.prototype.enrollAgent = null;
            ClientMessage.prototype.sessionUpdate = null;
            ClientMessage.prototype.pause = null;
            ClientMessage.prototype.resume = null;
            ClientMessage.prototype.turnForceEnd = null;
            ClientMessage.prototype.flush = null;
            ClientMessage.prototype.ping = null;
            ClientMessage.prototype.steeringFeedback = null;
            ClientMessage.prototype.correction = null;
            ClientMessage.prototype.authRefresh = null;
            ClientMessage.prototype.sessionEnd = null;
            ClientMessage.prototype.observeSubscribe = null;
            ClientMessage.prototype.observeUnsubscribe = null;

            let $oneOfFields;

            $Object.defineProperty(ClientMessage.prototype, "body", {
                get: $util.oneOfGetter($oneOfFields = ["sessionHello", "audio", "audioGap", "audioSource", "prosodyFrames", "vad", "transcript", "enrollAgent", "sessionUpdate", "pause", "resume", "turnForceEnd", "flush", "ping", "steeringFeedback", "correction", "authRefresh", "sessionEnd", "observeSubscribe", "observeUnsubscribe"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ClientMessage.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.seq != null && $Object.hasOwnProperty.call(message, "seq") && (typeof message.seq === "object" ? message.seq.low || message.seq.high : message.seq !== 0))
                    writer.uint32(8).uint64(message.seq);
                if (message.ack != null && $Object.hasOwnProperty.call(message, "ack") && (typeof message.ack === "object" ? message.ack.low || message.ack.high : message.ack !== 0))
                    writer.uint32(16).uint64(message.ack);
                if (message.generation != null && $Object.hasOwnProperty.call(message, "generation") && message.generation !== 0)
                    writer.uint32(24).uint32(message.generation);
                if (message.audioPos != null && $Object.hasOwnProperty.call(message, "audioPos") && (typeof message.audioPos === "object" ? message.audioPos.low || message.audioPos.high : message.audioPos !== 0))
                    writer.uint32(32).uint64(message.audioPos);
                if (message.sessionHello != null && $Object.hasOwnProperty.call(message, "sessionHello"))
                    $root.undertone.v1.SessionHello.encode(message.sessionHello, writer.uint32(82).fork(), _depth + 1).ldelim();
                if (message.audio != null && $Object.hasOwnProperty.call(message, "audio"))
                    $root.undertone.v1.Audio.encode(message.audio, writer.uint32(90).fork(), _depth + 1).ldelim();
                if (message.audioGap != null && $Object.hasOwnProperty.call(message, "audioGap"))
                    $root.undertone.v1.AudioGap.encode(message.audioGap, writer.uint32(98).fork(), _depth + 1).ldelim();
                if (message.audioSource != null && $Object.hasOwnProperty.call(message, "audioSource"))
                    $root.undertone.v1.AudioSource.encode(message.audioSource, writer.uint32(106).fork(), _depth + 1).ldelim();
                if (message.prosodyFrames != null && $Object.hasOwnProperty.call(message, "prosodyFrames"))
                    $root.undertone.v1.ProsodyFrames.encode(message.prosodyFrames, writer.uint32(114).fork(), _depth + 1).ldelim();
                if (message.vad != null && $Object.hasOwnProperty.call(message, "vad"))
                    $root.undertone.v1.Vad.encode(message.vad, writer.uint32(122).fork(), _depth + 1).ldelim();
                if (message.transcript != null && $Object.hasOwnProperty.call(message, "transcript"))
                    $root.undertone.v1.Transcript.encode(message.transcript, writer.uint32(130).fork(), _depth + 1).ldelim();
                if (message.enrollAgent != null && $Object.hasOwnProperty.call(message, "enrollAgent"))
                    $root.undertone.v1.EnrollAgent.encode(message.enrollAgent, writer.uint32(138).fork(), _depth + 1).ldelim();
                if (message.sessionUpdate != null && $Object.hasOwnProperty.call(message, "sessionUpdate"))
                    $root.undertone.v1.SessionUpdate.encode(message.sessionUpdate, writer.uint32(146).fork(), _depth + 1).ldelim();
                if (message.pause != null && $Object.hasOwnProperty.call(message, "pause"))
                    $root.undertone.v1.Pause.encode(message.pause, writer.uint32(154).fork(), _depth + 1).ldelim();
                if (message.resume != null && $Object.hasOwnProperty.call(message, "resume"))
                    $root.undertone.v1.Resume.encode(message.resume, writer.uint32(162).fork(), _depth + 1).ldelim();
                if (message.turnForceEnd != null && $Object.hasOwnProperty.call(message, "turnForceEnd"))
                    $root.undertone.v1.TurnForceEnd.encode(message.turnForceEnd, writer.uint32(170).fork(), _depth + 1).ldelim();
                if (message.flush != null && $Object.hasOwnProperty.call(message, "flush"))
                    $root.undertone.v1.Flush.encode(message.flush, writer.uint32(178).fork(), _depth + 1).ldelim();
                if (message.ping != null && $Object.hasOwnProperty.call(message, "ping"))
                    $root.undertone.v1.Ping.encode(message.ping, writer.uint32(186).fork(), _depth + 1).ldelim();
                if (message.steeringFeedback != null && $Object.hasOwnProperty.call(message, "steeringFeedback"))
                    $root.undertone.v1.SteeringFeedback.encode(message.steeringFeedback, writer.uint32(194).fork(), _depth + 1).ldelim();
                if (message.correction != null && $Object.hasOwnProperty.call(message, "correction"))
                    $root.undertone.v1.Correction.encode(message.correction, writer.uint32(202).fork(), _depth + 1).ldelim();
                if (message.authRefresh != null && $Object.hasOwnProperty.call(message, "authRefresh"))
                    $root.undertone.v1.AuthRefresh.encode(message.authRefresh, writer.uint32(210).fork(), _depth + 1).ldelim();
                if (message.sessionEnd != null && $Object.hasOwnProperty.call(message, "sessionEnd"))
                    $root.undertone.v1.SessionEnd.encode(message.sessionEnd, writer.uint32(218).fork(), _depth + 1).ldelim();
                if (message.observeSubscribe != null && $Object.hasOwnProperty.call(message, "observeSubscribe"))
                    $root.undertone.v1.ObserveSubscribe.encode(message.observeSubscribe, writer.uint32(226).fork(), _depth + 1).ldelim();
                if (message.observeUnsubscribe != null && $Object.hasOwnProperty.call(message, "observeUnsubscribe"))
                    $root.undertone.v1.ObserveUnsubscribe.encode(message.observeUnsubscribe, writer.uint32(234).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ClientMessage;
        })();

        v1.Subject = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "SUBJECT_UNSPECIFIED"] = 0;
            values[valuesById[1] = "SUBJECT_CUSTOMER"] = 1;
            values[valuesById[2] = "SUBJECT_AGENT"] = 2;
            values[valuesById[3] = "SUBJECT_SELF"] = 3;
            values[valuesById[4] = "SUBJECT_UNKNOWN"] = 4;
            return values;
        })();

        v1.Encoding = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "ENCODING_UNSPECIFIED"] = 0;
            values[valuesById[1] = "ENCODING_PCM_S16LE"] = 1;
            values[valuesById[2] = "ENCODING_PCM_F32LE"] = 2;
            values[valuesById[3] = "ENCODING_MULAW"] = 3;
            values[valuesById[4] = "ENCODING_ALAW"] = 4;
            values[valuesById[5] = "ENCODING_OPUS"] = 5;
            return values;
        })();

        v1.Feature = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "FEATURE_UNSPECIFIED"] = 0;
            values[valuesById[1] = "FEATURE_EMOTION"] = 1;
            values[valuesById[2] = "FEATURE_PROSODY"] = 2;
            values[valuesById[3] = "FEATURE_VAD"] = 3;
            values[valuesById[4] = "FEATURE_VERTICAL"] = 4;
            values[valuesById[5] = "FEATURE_PREDICTION"] = 5;
            return values;
        })();

        v1.VadMode = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "VAD_MODE_UNSPECIFIED"] = 0;
            values[valuesById[1] = "VAD_MODE_CLIENT"] = 1;
            values[valuesById[2] = "VAD_MODE_SERVER"] = 2;
            values[valuesById[3] = "VAD_MODE_BOTH"] = 3;
            return values;
        })();

        v1.VadEvent = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "VAD_EVENT_UNSPECIFIED"] = 0;
            values[valuesById[1] = "VAD_EVENT_START"] = 1;
            values[valuesById[2] = "VAD_EVENT_END"] = 2;
            values[valuesById[3] = "VAD_EVENT_MISFIRE"] = 3;
            return values;
        })();

        v1.GapReason = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "GAP_REASON_UNSPECIFIED"] = 0;
            values[valuesById[1] = "GAP_REASON_MUTED"] = 1;
            values[valuesById[2] = "GAP_REASON_DEVICE_SWITCH"] = 2;
            values[valuesById[3] = "GAP_REASON_SUSPENDED"] = 3;
            values[valuesById[4] = "GAP_REASON_OFFLINE"] = 4;
            values[valuesById[5] = "GAP_REASON_BACKPRESSURE"] = 5;
            values[valuesById[6] = "GAP_REASON_PRIVACY"] = 6;
            return values;
        })();

        v1.PauseReason = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "PAUSE_REASON_UNSPECIFIED"] = 0;
            values[valuesById[1] = "PAUSE_REASON_HOLD"] = 1;
            values[valuesById[2] = "PAUSE_REASON_PAYMENT_DATA"] = 2;
            values[valuesById[3] = "PAUSE_REASON_CONSENT_WITHDRAWN"] = 3;
            values[valuesById[4] = "PAUSE_REASON_BREAK"] = 4;
            return values;
        })();

        v1.CueAction = (function() {
            const valuesById = $Object.create(null), values = $Object.create(valuesById);
            values[valuesById[0] = "CUE_ACTION_UNSPECIFIED"] = 0;
            values[valuesById[1] = "CUE_ACTION_SHOWN"] = 1;
            values[valuesById[2] = "CUE_ACTION_ACCEPTED"] = 2;
            values[valuesById[3] = "CUE_ACTION_DISMISSED"] = 3;
            values[valuesById[4] = "CUE_ACTION_SNOOZED"] = 4;
            values[valuesById[5] = "CUE_ACTION_NOT_USEFUL"] = 5;
            return values;
        })();

        v1.ClientInfo = (function() {

            const ClientInfo = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ClientInfo.prototype.sdk = null;
            ClientInfo.prototype.version = null;
            ClientInfo.prototype.runtime = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ClientInfo.prototype, "_sdk", {
                get: $util.oneOfGetter($oneOfFields = ["sdk"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ClientInfo.prototype, "_version", {
                get: $util.oneOfGetter($oneOfFields = ["version"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ClientInfo.prototype, "_runtime", {
                get: $util.oneOfGetter($oneOfFields = ["runtime"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ClientInfo.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.sdk != null && $Object.hasOwnProperty.call(message, "sdk"))
                    writer.uint32(10).string(message.sdk);
                if (message.version != null && $Object.hasOwnProperty.call(message, "version"))
                    writer.uint32(18).string(message.version);
                if (message.runtime != null && $Object.hasOwnProperty.call(message, "runtime"))
                    writer.uint32(26).string(message.runtime);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ClientInfo;
        })();

        v1.ResumeRequest = (function() {

            const ResumeRequest = function (properties) {
                this.nextSample = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ResumeRequest.prototype.handle = "";
            ResumeRequest.prototype.lastServerSeq = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ResumeRequest.prototype.nextSample = $util.emptyArray;

            ResumeRequest.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.handle != null && $Object.hasOwnProperty.call(message, "handle") && message.handle !== "")
                    writer.uint32(10).string(message.handle);
                if (message.lastServerSeq != null && $Object.hasOwnProperty.call(message, "lastServerSeq") && (typeof message.lastServerSeq === "object" ? message.lastServerSeq.low || message.lastServerSeq.high : message.lastServerSeq !== 0))
                    writer.uint32(16).uint64(message.lastServerSeq);
                if (message.nextSample != null && message.nextSample.length)
                    writer.uint32(26).uint64s(message.nextSample);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ResumeRequest;
        })();

        v1.Channel = (function() {

            const Channel = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Channel.prototype.id = null;
            Channel.prototype.subject = null;
            Channel.prototype.encoding = null;
            Channel.prototype.sampleRate = null;
            Channel.prototype.frameMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_id", {
                get: $util.oneOfGetter($oneOfFields = ["id"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_subject", {
                get: $util.oneOfGetter($oneOfFields = ["subject"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_encoding", {
                get: $util.oneOfGetter($oneOfFields = ["encoding"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_sampleRate", {
                get: $util.oneOfGetter($oneOfFields = ["sampleRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Channel.prototype, "_frameMs", {
                get: $util.oneOfGetter($oneOfFields = ["frameMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Channel.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.id != null && $Object.hasOwnProperty.call(message, "id"))
                    writer.uint32(10).string(message.id);
                if (message.subject != null && $Object.hasOwnProperty.call(message, "subject"))
                    writer.uint32(16).int32(message.subject);
                if (message.encoding != null && $Object.hasOwnProperty.call(message, "encoding"))
                    writer.uint32(24).int32(message.encoding);
                if (message.sampleRate != null && $Object.hasOwnProperty.call(message, "sampleRate"))
                    writer.uint32(32).uint32(message.sampleRate);
                if (message.frameMs != null && $Object.hasOwnProperty.call(message, "frameMs"))
                    writer.uint32(40).uint32(message.frameMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Channel;
        })();

        v1.Outputs = (function() {

            const Outputs = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Outputs.prototype.intervalMs = null;
            Outputs.prototype.probabilities = null;
            Outputs.prototype.prosody = null;
            Outputs.prototype.maxRateHz = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outputs.prototype, "_intervalMs", {
                get: $util.oneOfGetter($oneOfFields = ["intervalMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outputs.prototype, "_probabilities", {
                get: $util.oneOfGetter($oneOfFields = ["probabilities"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outputs.prototype, "_prosody", {
                get: $util.oneOfGetter($oneOfFields = ["prosody"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outputs.prototype, "_maxRateHz", {
                get: $util.oneOfGetter($oneOfFields = ["maxRateHz"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Outputs.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.intervalMs != null && $Object.hasOwnProperty.call(message, "intervalMs"))
                    writer.uint32(8).uint32(message.intervalMs);
                if (message.probabilities != null && $Object.hasOwnProperty.call(message, "probabilities"))
                    writer.uint32(16).bool(message.probabilities);
                if (message.prosody != null && $Object.hasOwnProperty.call(message, "prosody"))
                    writer.uint32(24).bool(message.prosody);
                if (message.maxRateHz != null && $Object.hasOwnProperty.call(message, "maxRateHz"))
                    writer.uint32(37).float(message.maxRateHz);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Outputs;
        })();

        v1.VadConfig = (function() {

            const VadConfig = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            VadConfig.prototype.mode = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(VadConfig.prototype, "_mode", {
                get: $util.oneOfGetter($oneOfFields = ["mode"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            VadConfig.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.mode != null && $Object.hasOwnProperty.call(message, "mode"))
                    writer.uint32(8).int32(message.mode);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return VadConfig;
        })();

        v1.TurnConfig = (function() {

            const TurnConfig = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnConfig.prototype.endSilenceMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnConfig.prototype, "_endSilenceMs", {
                get: $util.oneOfGetter($oneOfFields = ["endSilenceMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnConfig.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.endSilenceMs != null && $Object.hasOwnProperty.call(message, "endSilenceMs"))
                    writer.uint32(8).uint32(message.endSilenceMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return TurnConfig;
        })();

        v1.SteeringConfig = (function() {

            const SteeringConfig = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SteeringConfig.prototype.enabled = null;
            SteeringConfig.prototype.alertBudget = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SteeringConfig.prototype, "_enabled", {
                get: $util.oneOfGetter($oneOfFields = ["enabled"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SteeringConfig.prototype, "_alertBudget", {
                get: $util.oneOfGetter($oneOfFields = ["alertBudget"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SteeringConfig.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.enabled != null && $Object.hasOwnProperty.call(message, "enabled"))
                    writer.uint32(8).bool(message.enabled);
                if (message.alertBudget != null && $Object.hasOwnProperty.call(message, "alertBudget"))
                    writer.uint32(16).uint32(message.alertBudget);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SteeringConfig;
        })();

        v1.Consent = (function() {

            const Consent = function (properties) {
                this.scope = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Consent.prototype.basis = null;
            Consent.prototype.scope = $util.emptyArray;
            Consent.prototype.jurisdiction = null;
            Consent.prototype.disclosedAt = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Consent.prototype, "_basis", {
                get: $util.oneOfGetter($oneOfFields = ["basis"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Consent.prototype, "_jurisdiction", {
                get: $util.oneOfGetter($oneOfFields = ["jurisdiction"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Consent.prototype, "_disclosedAt", {
                get: $util.oneOfGetter($oneOfFields = ["disclosedAt"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Consent.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.basis != null && $Object.hasOwnProperty.call(message, "basis"))
                    writer.uint32(10).string(message.basis);
                if (message.scope != null && message.scope.length)
                    for (let i = 0; i < message.scope.length; ++i)
                        writer.uint32(18).string(message.scope[i]);
                if (message.jurisdiction != null && $Object.hasOwnProperty.call(message, "jurisdiction"))
                    writer.uint32(26).string(message.jurisdiction);
                if (message.disclosedAt != null && $Object.hasOwnProperty.call(message, "disclosedAt"))
                    writer.uint32(34).string(message.disclosedAt);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Consent;
        })();

        v1.SessionHello = (function() {

            const SessionHello = function (properties) {
                this.channels = [];
                this.features = [];
                this.metadata = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionHello.prototype.protocolVersion = null;
            SessionHello.prototype.client = null;
            SessionHello.prototype.sessionId = null;
            SessionHello.prototype.resume = null;
            SessionHello.prototype.vertical = null;
            SessionHello.prototype.source = null;
            SessionHello.prototype.channels = $util.emptyArray;
            SessionHello.prototype.features = $util.emptyArray;
            SessionHello.prototype.outputs = null;
            SessionHello.prototype.vad = null;
            SessionHello.prototype.turn = null;
            SessionHello.prototype.steering = null;
            SessionHello.prototype.consent = null;
            SessionHello.prototype.metadata = $util.emptyObject;
            SessionHello.prototype.traceparent = null;
            SessionHello.prototype.sampleRate = null;
            SessionHello.prototype.token = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_protocolVersion", {
                get: $util.oneOfGetter($oneOfFields = ["protocolVersion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_client", {
                get: $util.oneOfGetter($oneOfFields = ["client"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_sessionId", {
                get: $util.oneOfGetter($oneOfFields = ["sessionId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_resume", {
                get: $util.oneOfGetter($oneOfFields = ["resume"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_vertical", {
                get: $util.oneOfGetter($oneOfFields = ["vertical"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_source", {
                get: $util.oneOfGetter($oneOfFields = ["source"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_outputs", {
                get: $util.oneOfGetter($oneOfFields = ["outputs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_vad", {
                get: $util.oneOfGetter($oneOfFields = ["vad"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_turn", {
                get: $util.oneOfGetter($oneOfFields = ["turn"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_steering", {
                get: $util.oneOfGetter($oneOfFields = ["steering"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_consent", {
                get: $util.oneOfGetter($oneOfFields = ["consent"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_traceparent", {
                get: $util.oneOfGetter($oneOfFields = ["traceparent"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_sampleRate", {
                get: $util.oneOfGetter($oneOfFields = ["sampleRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionHello.prototype, "_token", {
                get: $util.oneOfGetter($oneOfFields = ["token"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionHello.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.protocolVersion != null && $Object.hasOwnProperty.call(message, "protocolVersion"))
                    writer.uint32(8).uint32(message.protocolVersion);
                if (message.client != null && $Object.hasOwnProperty.call(message, "client"))
                    $root.undertone.v1.ClientInfo.encode(message.client, writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.sessionId != null && $Object.hasOwnProperty.call(message, "sessionId"))
                    writer.uint32(26).string(message.sessionId);
                if (message.resume != null && $Object.hasOwnProperty.call(message, "resume"))
                    $root.undertone.v1.ResumeRequest.encode(message.resume, writer.uint32(34).fork(), _depth + 1).ldelim();
                if (message.vertical != null && $Object.hasOwnProperty.call(message, "vertical"))
                    writer.uint32(42).string(message.vertical);
                if (message.source != null && $Object.hasOwnProperty.call(message, "source"))
                    writer.uint32(50).string(message.source);
                if (message.channels != null && message.channels.length)
                    for (let i = 0; i < message.channels.length; ++i)
                        $root.undertone.v1.Channel.encode(message.channels[i], writer.uint32(58).fork(), _depth + 1).ldelim();
                if (message.features != null && message.features.length)
                    writer.uint32(66).int32s(message.features);
                if (message.outputs != null && $Object.hasOwnProperty.call(message, "outputs"))
                    $root.undertone.v1.Outputs.encode(message.outputs, writer.uint32(74).fork(), _depth + 1).ldelim();
                if (message.vad != null && $Object.hasOwnProperty.call(message, "vad"))
                    $root.undertone.v1.VadConfig.encode(message.vad, writer.uint32(82).fork(), _depth + 1).ldelim();
                if (message.turn != null && $Object.hasOwnProperty.call(message, "turn"))
                    $root.undertone.v1.TurnConfig.encode(message.turn, writer.uint32(90).fork(), _depth + 1).ldelim();
                if (message.steering != null && $Object.hasOwnProperty.call(message, "steering"))
                    $root.undertone.v1.SteeringConfig.encode(message.steering, writer.uint32(98).fork(), _depth + 1).ldelim();
                if (message.consent != null && $Object.hasOwnProperty.call(message, "consent"))
                    $root.undertone.v1.Consent.encode(message.consent, writer.uint32(106).fork(), _depth + 1).ldelim();
                if (message.metadata != null && $Object.hasOwnProperty.call(message, "metadata"))
                    for (let keys = $Object.keys(message.metadata), i = 0; i < keys.length; ++i)
                        writer.uint32(114).fork().uint32(10).string(keys[i]).uint32(18).string(message.metadata[keys[i]]).ldelim();
                if (message.traceparent != null && $Object.hasOwnProperty.call(message, "traceparent"))
                    writer.uint32(122).string(message.traceparent);
                if (message.sampleRate != null && $Object.hasOwnProperty.call(message, "sampleRate"))
                    writer.uint32(128).uint32(message.sampleRate);
                if (message.token != null && $Object.hasOwnProperty.call(message, "token"))
                    writer.uint32(138).string(message.token);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SessionHello;
        })();

        v1.AudioFlags = (function() {

            const AudioFlags = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AudioFlags.prototype.speech = null;
            AudioFlags.prototype.discontinuity = null;
            AudioFlags.prototype.muted = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioFlags.prototype, "_speech", {
                get: $util.oneOfGetter($oneOfFields = ["speech"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioFlags.prototype, "_discontinuity", {
                get: $util.oneOfGetter($oneOfFields = ["discontinuity"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioFlags.prototype, "_muted", {
                get: $util.oneOfGetter($oneOfFields = ["muted"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            AudioFlags.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.speech != null && $Object.hasOwnProperty.call(message, "speech"))
                    writer.uint32(8).bool(message.speech);
                if (message.discontinuity != null && $Object.hasOwnProperty.call(message, "discontinuity"))
                    writer.uint32(16).bool(message.discontinuity);
                if (message.muted != null && $Object.hasOwnProperty.call(message, "muted"))
                    writer.uint32(24).bool(message.muted);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return AudioFlags;
        })();

        v1.Audio = (function() {

            const Audio = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Audio.prototype.channel = 0;
            Audio.prototype.firstSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Audio.prototype.sampleCount = 0;
            Audio.prototype.payload = $util.newBuffer([]);
            Audio.prototype.captureTsUs = null;
            Audio.prototype.flags = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Audio.prototype, "_captureTsUs", {
                get: $util.oneOfGetter($oneOfFields = ["captureTsUs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Audio.prototype, "_flags", {
                get: $util.oneOfGetter($oneOfFields = ["flags"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Audio.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(8).uint32(message.channel);
                if (message.firstSample != null && $Object.hasOwnProperty.call(message, "firstSample") && (typeof message.firstSample === "object" ? message.firstSample.low || message.firstSample.high : message.firstSample !== 0))
                    writer.uint32(16).uint64(message.firstSample);
                if (message.sampleCount != null && $Object.hasOwnProperty.call(message, "sampleCount") && message.sampleCount !== 0)
                    writer.uint32(24).uint32(message.sampleCount);
                if (message.payload != null && $Object.hasOwnProperty.call(message, "payload") && message.payload.length)
                    writer.uint32(34).bytes(message.payload);
                if (message.captureTsUs != null && $Object.hasOwnProperty.call(message, "captureTsUs"))
                    writer.uint32(40).uint64(message.captureTsUs);
                if (message.flags != null && $Object.hasOwnProperty.call(message, "flags"))
                    $root.undertone.v1.AudioFlags.encode(message.flags, writer.uint32(50).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Audio;
        })();

        v1.AudioGap = (function() {

            const AudioGap = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AudioGap.prototype.channel = 0;
            AudioGap.prototype.firstSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            AudioGap.prototype.sampleCount = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            AudioGap.prototype.reason = 0;

            AudioGap.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(8).uint32(message.channel);
                if (message.firstSample != null && $Object.hasOwnProperty.call(message, "firstSample") && (typeof message.firstSample === "object" ? message.firstSample.low || message.firstSample.high : message.firstSample !== 0))
                    writer.uint32(16).uint64(message.firstSample);
                if (message.sampleCount != null && $Object.hasOwnProperty.call(message, "sampleCount") && (typeof message.sampleCount === "object" ? message.sampleCount.low || message.sampleCount.high : message.sampleCount !== 0))
                    writer.uint32(24).uint64(message.sampleCount);
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== 0)
                    writer.uint32(32).int32(message.reason);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return AudioGap;
        })();

        v1.AudioSource = (function() {

            const AudioSource = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AudioSource.prototype.channel = 0;
            AudioSource.prototype.sampleRate = null;
            AudioSource.prototype.echoCancellation = null;
            AudioSource.prototype.noiseSuppression = null;
            AudioSource.prototype.agc = null;
            AudioSource.prototype.narrowband = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_sampleRate", {
                get: $util.oneOfGetter($oneOfFields = ["sampleRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_echoCancellation", {
                get: $util.oneOfGetter($oneOfFields = ["echoCancellation"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_noiseSuppression", {
                get: $util.oneOfGetter($oneOfFields = ["noiseSuppression"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_agc", {
                get: $util.oneOfGetter($oneOfFields = ["agc"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(AudioSource.prototype, "_narrowband", {
                get: $util.oneOfGetter($oneOfFields = ["narrowband"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            AudioSource.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(8).uint32(message.channel);
                if (message.sampleRate != null && $Object.hasOwnProperty.call(message, "sampleRate"))
                    writer.uint32(16).uint32(message.sampleRate);
                if (message.echoCancellation != null && $Object.hasOwnProperty.call(message, "echoCancellation"))
                    writer.uint32(24).bool(message.echoCancellation);
                if (message.noiseSuppression != null && $Object.hasOwnProperty.call(message, "noiseSuppression"))
                    writer.uint32(32).bool(message.noiseSuppression);
                if (message.agc != null && $Object.hasOwnProperty.call(message, "agc"))
                    writer.uint32(40).bool(message.agc);
                if (message.narrowband != null && $Object.hasOwnProperty.call(message, "narrowband"))
                    writer.uint32(48).bool(message.narrowband);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return AudioSource;
        })();

        v1.ProsodyFrames = (function() {

            const ProsodyFrames = function (properties) {
                this.f0 = [];
                this.voiced = [];
                this.energyDb = [];
                this.vadP = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ProsodyFrames.prototype.channel = 0;
            ProsodyFrames.prototype.firstSample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            ProsodyFrames.prototype.hopMs = 0;
            ProsodyFrames.prototype.f0 = $util.emptyArray;
            ProsodyFrames.prototype.voiced = $util.emptyArray;
            ProsodyFrames.prototype.energyDb = $util.emptyArray;
            ProsodyFrames.prototype.speechRate = null;
            ProsodyFrames.prototype.pauseRate = null;
            ProsodyFrames.prototype.jitter = null;
            ProsodyFrames.prototype.shimmer = null;
            ProsodyFrames.prototype.hnr = null;
            ProsodyFrames.prototype.vadP = $util.emptyArray;
            ProsodyFrames.prototype.extractorVersion = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_speechRate", {
                get: $util.oneOfGetter($oneOfFields = ["speechRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_pauseRate", {
                get: $util.oneOfGetter($oneOfFields = ["pauseRate"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_jitter", {
                get: $util.oneOfGetter($oneOfFields = ["jitter"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_shimmer", {
                get: $util.oneOfGetter($oneOfFields = ["shimmer"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_hnr", {
                get: $util.oneOfGetter($oneOfFields = ["hnr"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ProsodyFrames.prototype, "_extractorVersion", {
                get: $util.oneOfGetter($oneOfFields = ["extractorVersion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ProsodyFrames.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(8).uint32(message.channel);
                if (message.firstSample != null && $Object.hasOwnProperty.call(message, "firstSample") && (typeof message.firstSample === "object" ? message.firstSample.low || message.firstSample.high : message.firstSample !== 0))
                    writer.uint32(16).uint64(message.firstSample);
                if (message.hopMs != null && $Object.hasOwnProperty.call(message, "hopMs") && message.hopMs !== 0)
                    writer.uint32(24).uint32(message.hopMs);
                if (message.f0 != null && message.f0.length)
                    writer.uint32(34).floats(message.f0);
                if (message.voiced != null && message.voiced.length)
                    writer.uint32(42).bools(message.voiced);
                if (message.energyDb != null && message.energyDb.length)
                    writer.uint32(50).floats(message.energyDb);
                if (message.speechRate != null && $Object.hasOwnProperty.call(message, "speechRate"))
                    writer.uint32(61).float(message.speechRate);
                if (message.pauseRate != null && $Object.hasOwnProperty.call(message, "pauseRate"))
                    writer.uint32(69).float(message.pauseRate);
                if (message.jitter != null && $Object.hasOwnProperty.call(message, "jitter"))
                    writer.uint32(77).float(message.jitter);
                if (message.shimmer != null && $Object.hasOwnProperty.call(message, "shimmer"))
                    writer.uint32(85).float(message.shimmer);
                if (message.hnr != null && $Object.hasOwnProperty.call(message, "hnr"))
                    writer.uint32(93).float(message.hnr);
                if (message.vadP != null && message.vadP.length)
                    writer.uint32(98).floats(message.vadP);
                if (message.extractorVersion != null && $Object.hasOwnProperty.call(message, "extractorVersion"))
                    writer.uint32(106).string(message.extractorVersion);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ProsodyFrames;
        })();

        v1.Vad = (function() {

            const Vad = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Vad.prototype.channel = 0;
            Vad.prototype.event = 0;
            Vad.prototype.sample = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Vad.prototype.probability = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Vad.prototype, "_probability", {
                get: $util.oneOfGetter($oneOfFields = ["probability"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Vad.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel") && message.channel !== 0)
                    writer.uint32(8).uint32(message.channel);
                if (message.event != null && $Object.hasOwnProperty.call(message, "event") && message.event !== 0)
                    writer.uint32(16).int32(message.event);
                if (message.sample != null && $Object.hasOwnProperty.call(message, "sample") && (typeof message.sample === "object" ? message.sample.low || message.sample.high : message.sample !== 0))
                    writer.uint32(24).uint64(message.sample);
                if (message.probability != null && $Object.hasOwnProperty.call(message, "probability"))
                    writer.uint32(37).float(message.probability);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Vad;
        })();

        v1.Transcript = (function() {

            const Transcript = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Transcript.prototype.itemId = "";
            Transcript.prototype.text = "";
            Transcript.prototype.speakerId = null;
            Transcript.prototype.startMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Transcript.prototype.endMs = $util.Long ? $util.Long.fromBits(0,0,true) : 0;
            Transcript.prototype.isFinal = false;
            Transcript.prototype.language = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Transcript.prototype, "_speakerId", {
                get: $util.oneOfGetter($oneOfFields = ["speakerId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Transcript.prototype, "_language", {
                get: $util.oneOfGetter($oneOfFields = ["language"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Transcript.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.itemId != null && $Object.hasOwnProperty.call(message, "itemId") && message.itemId !== "")
                    writer.uint32(10).string(message.itemId);
                if (message.text != null && $Object.hasOwnProperty.call(message, "text") && message.text !== "")
                    writer.uint32(18).string(message.text);
                if (message.speakerId != null && $Object.hasOwnProperty.call(message, "speakerId"))
                    writer.uint32(26).string(message.speakerId);
                if (message.startMs != null && $Object.hasOwnProperty.call(message, "startMs") && (typeof message.startMs === "object" ? message.startMs.low || message.startMs.high : message.startMs !== 0))
                    writer.uint32(32).uint64(message.startMs);
                if (message.endMs != null && $Object.hasOwnProperty.call(message, "endMs") && (typeof message.endMs === "object" ? message.endMs.low || message.endMs.high : message.endMs !== 0))
                    writer.uint32(40).uint64(message.endMs);
                if (message.isFinal != null && $Object.hasOwnProperty.call(message, "isFinal") && message.isFinal !== false)
                    writer.uint32(48).bool(message.isFinal);
                if (message.language != null && $Object.hasOwnProperty.call(message, "language"))
                    writer.uint32(58).string(message.language);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Transcript;
        })();

        v1.EnrollAgent = (function() {

            const EnrollAgent = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            EnrollAgent.prototype.audio = null;
            EnrollAgent.prototype.profileId = null;
            EnrollAgent.prototype.consentToken = null;
            EnrollAgent.prototype.label = null;

            let $oneOfFields;

            $Object.defineProperty(EnrollAgent.prototype, "source", {
                get: $util.oneOfGetter($oneOfFields = ["audio", "profileId"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(EnrollAgent.prototype, "_consentToken", {
                get: $util.oneOfGetter($oneOfFields = ["consentToken"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(EnrollAgent.prototype, "_label", {
                get: $util.oneOfGetter($oneOfFields = ["label"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            EnrollAgent.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.audio != null && $Object.hasOwnProperty.call(message, "audio"))
                    writer.uint32(10).bytes(message.audio);
                if (message.profileId != null && $Object.hasOwnProperty.call(message, "profileId"))
                    writer.uint32(18).string(message.profileId);
                if (message.consentToken != null && $Object.hasOwnProperty.call(message, "consentToken"))
                    writer.uint32(26).string(message.consentToken);
                if (message.label != null && $Object.hasOwnProperty.call(message, "label"))
                    writer.uint32(34).string(message.label);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return EnrollAgent;
        })();

        v1.SessionUpdate = (function() {

            const SessionUpdate = function (properties) {
                this.features = [];
                this.metadata = {};
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionUpdate.prototype.vertical = null;
            SessionUpdate.prototype.features = $util.emptyArray;
            SessionUpdate.prototype.outputs = null;
            SessionUpdate.prototype.vad = null;
            SessionUpdate.prototype.turn = null;
            SessionUpdate.prototype.steering = null;
            SessionUpdate.prototype.consent = null;
            SessionUpdate.prototype.metadata = $util.emptyObject;
            SessionUpdate.prototype.configRevision = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_vertical", {
                get: $util.oneOfGetter($oneOfFields = ["vertical"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_outputs", {
                get: $util.oneOfGetter($oneOfFields = ["outputs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_vad", {
                get: $util.oneOfGetter($oneOfFields = ["vad"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_turn", {
                get: $util.oneOfGetter($oneOfFields = ["turn"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_steering", {
                get: $util.oneOfGetter($oneOfFields = ["steering"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_consent", {
                get: $util.oneOfGetter($oneOfFields = ["consent"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionUpdate.prototype, "_configRevision", {
                get: $util.oneOfGetter($oneOfFields = ["configRevision"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionUpdate.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.vertical != null && $Object.hasOwnProperty.call(message, "vertical"))
                    writer.uint32(10).string(message.vertical);
                if (message.features != null && message.features.length)
                    writer.uint32(18).int32s(message.features);
                if (message.outputs != null && $Object.hasOwnProperty.call(message, "outputs"))
                    $root.undertone.v1.Outputs.encode(message.outputs, writer.uint32(26).fork(), _depth + 1).ldelim();
                if (message.vad != null && $Object.hasOwnProperty.call(message, "vad"))
                    $root.undertone.v1.VadConfig.encode(message.vad, writer.uint32(34).fork(), _depth + 1).ldelim();
                if (message.turn != null && $Object.hasOwnProperty.call(message, "turn"))
                    $root.undertone.v1.TurnConfig.encode(message.turn, writer.uint32(42).fork(), _depth + 1).ldelim();
                if (message.steering != null && $Object.hasOwnProperty.call(message, "steering"))
                    $root.undertone.v1.SteeringConfig.encode(message.steering, writer.uint32(50).fork(), _depth + 1).ldelim();
                if (message.consent != null && $Object.hasOwnProperty.call(message, "consent"))
                    $root.undertone.v1.Consent.encode(message.consent, writer.uint32(58).fork(), _depth + 1).ldelim();
                if (message.metadata != null && $Object.hasOwnProperty.call(message, "metadata"))
                    for (let keys = $Object.keys(message.metadata), i = 0; i < keys.length; ++i)
                        writer.uint32(66).fork().uint32(10).string(keys[i]).uint32(18).string(message.metadata[keys[i]]).ldelim();
                if (message.configRevision != null && $Object.hasOwnProperty.call(message, "configRevision"))
                    writer.uint32(72).uint32(message.configRevision);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SessionUpdate;
        })();

        v1.Pause = (function() {

            const Pause = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Pause.prototype.reason = 0;

            Pause.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason") && message.reason !== 0)
                    writer.uint32(8).int32(message.reason);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Pause;
        })();

        v1.Resume = (function() {

            const Resume = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Resume.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Resume;
        })();

        v1.TurnForceEnd = (function() {

            const TurnForceEnd = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            TurnForceEnd.prototype.channel = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(TurnForceEnd.prototype, "_channel", {
                get: $util.oneOfGetter($oneOfFields = ["channel"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            TurnForceEnd.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.channel != null && $Object.hasOwnProperty.call(message, "channel"))
                    writer.uint32(8).uint32(message.channel);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return TurnForceEnd;
        })();

        v1.Flush = (function() {

            const Flush = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Flush.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Flush;
        })();

        v1.Ping = (function() {

            const Ping = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Ping.prototype.tUs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Ping.prototype, "_tUs", {
                get: $util.oneOfGetter($oneOfFields = ["tUs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Ping.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.tUs != null && $Object.hasOwnProperty.call(message, "tUs"))
                    writer.uint32(8).uint64(message.tUs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Ping;
        })();

        v1.SteeringFeedback = (function() {

            const SteeringFeedback = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SteeringFeedback.prototype.cueId = "";
            SteeringFeedback.prototype.action = 0;
            SteeringFeedback.prototype.afterMs = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SteeringFeedback.prototype, "_afterMs", {
                get: $util.oneOfGetter($oneOfFields = ["afterMs"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SteeringFeedback.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.cueId != null && $Object.hasOwnProperty.call(message, "cueId") && message.cueId !== "")
                    writer.uint32(10).string(message.cueId);
                if (message.action != null && $Object.hasOwnProperty.call(message, "action") && message.action !== 0)
                    writer.uint32(16).int32(message.action);
                if (message.afterMs != null && $Object.hasOwnProperty.call(message, "afterMs"))
                    writer.uint32(24).uint64(message.afterMs);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SteeringFeedback;
        })();

        v1.Correction = (function() {

            const Correction = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Correction.prototype.directiveId = "";
            Correction.prototype.emotion = null;
            Correction.prototype.valence = null;
            Correction.prototype.arousal = null;
            Correction.prototype.dominance = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Correction.prototype, "_emotion", {
                get: $util.oneOfGetter($oneOfFields = ["emotion"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Correction.prototype, "_valence", {
                get: $util.oneOfGetter($oneOfFields = ["valence"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Correction.prototype, "_arousal", {
                get: $util.oneOfGetter($oneOfFields = ["arousal"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Correction.prototype, "_dominance", {
                get: $util.oneOfGetter($oneOfFields = ["dominance"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Correction.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.directiveId != null && $Object.hasOwnProperty.call(message, "directiveId") && message.directiveId !== "")
                    writer.uint32(10).string(message.directiveId);
                if (message.emotion != null && $Object.hasOwnProperty.call(message, "emotion"))
                    writer.uint32(18).string(message.emotion);
                if (message.valence != null && $Object.hasOwnProperty.call(message, "valence"))
                    writer.uint32(29).float(message.valence);
                if (message.arousal != null && $Object.hasOwnProperty.call(message, "arousal"))
                    writer.uint32(37).float(message.arousal);
                if (message.dominance != null && $Object.hasOwnProperty.call(message, "dominance"))
                    writer.uint32(45).float(message.dominance);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Correction;
        })();

        v1.AuthRefresh = (function() {

            const AuthRefresh = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            AuthRefresh.prototype.token = "";

            AuthRefresh.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.token != null && $Object.hasOwnProperty.call(message, "token") && message.token !== "")
                    writer.uint32(10).string(message.token);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return AuthRefresh;
        })();

        v1.Outcome = (function() {

            const Outcome = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            Outcome.prototype.csat = null;
            Outcome.prototype.escalated = null;
            Outcome.prototype.resolved = null;
            Outcome.prototype.churned = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outcome.prototype, "_csat", {
                get: $util.oneOfGetter($oneOfFields = ["csat"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outcome.prototype, "_escalated", {
                get: $util.oneOfGetter($oneOfFields = ["escalated"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outcome.prototype, "_resolved", {
                get: $util.oneOfGetter($oneOfFields = ["resolved"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(Outcome.prototype, "_churned", {
                get: $util.oneOfGetter($oneOfFields = ["churned"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            Outcome.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.csat != null && $Object.hasOwnProperty.call(message, "csat"))
                    writer.uint32(13).float(message.csat);
                if (message.escalated != null && $Object.hasOwnProperty.call(message, "escalated"))
                    writer.uint32(16).bool(message.escalated);
                if (message.resolved != null && $Object.hasOwnProperty.call(message, "resolved"))
                    writer.uint32(24).bool(message.resolved);
                if (message.churned != null && $Object.hasOwnProperty.call(message, "churned"))
                    writer.uint32(32).bool(message.churned);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return Outcome;
        })();

        v1.SessionEnd = (function() {

            const SessionEnd = function (properties) {
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            SessionEnd.prototype.reason = null;
            SessionEnd.prototype.outcome = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnd.prototype, "_reason", {
                get: $util.oneOfGetter($oneOfFields = ["reason"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(SessionEnd.prototype, "_outcome", {
                get: $util.oneOfGetter($oneOfFields = ["outcome"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            SessionEnd.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.reason != null && $Object.hasOwnProperty.call(message, "reason"))
                    writer.uint32(10).string(message.reason);
                if (message.outcome != null && $Object.hasOwnProperty.call(message, "outcome"))
                    $root.undertone.v1.Outcome.encode(message.outcome, writer.uint32(18).fork(), _depth + 1).ldelim();
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return SessionEnd;
        })();

        v1.ObserveSubscribe = (function() {

            const ObserveSubscribe = function (properties) {
                this.sessionIds = [];
                this.kinds = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ObserveSubscribe.prototype.sessionIds = $util.emptyArray;
            ObserveSubscribe.prototype.fromSeq = null;
            ObserveSubscribe.prototype.kinds = $util.emptyArray;
            ObserveSubscribe.prototype.maxRateHz = null;

            let $oneOfFields;

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ObserveSubscribe.prototype, "_fromSeq", {
                get: $util.oneOfGetter($oneOfFields = ["fromSeq"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            // Virtual OneOf for proto3 optional field
            $Object.defineProperty(ObserveSubscribe.prototype, "_maxRateHz", {
                get: $util.oneOfGetter($oneOfFields = ["maxRateHz"]),
                set: $util.oneOfSetter($oneOfFields)
            });

            ObserveSubscribe.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.sessionIds != null && message.sessionIds.length)
                    for (let i = 0; i < message.sessionIds.length; ++i)
                        writer.uint32(10).string(message.sessionIds[i]);
                if (message.fromSeq != null && $Object.hasOwnProperty.call(message, "fromSeq"))
                    writer.uint32(16).uint64(message.fromSeq);
                if (message.kinds != null && message.kinds.length)
                    for (let i = 0; i < message.kinds.length; ++i)
                        writer.uint32(26).string(message.kinds[i]);
                if (message.maxRateHz != null && $Object.hasOwnProperty.call(message, "maxRateHz"))
                    writer.uint32(37).float(message.maxRateHz);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ObserveSubscribe;
        })();

        v1.ObserveUnsubscribe = (function() {

            const ObserveUnsubscribe = function (properties) {
                this.sessionIds = [];
                if (properties)
                    for (let keys = $Object.keys(properties), i = 0; i < keys.length; ++i)
                        if (properties[keys[i]] != null && keys[i] !== "__proto__")
                            this[keys[i]] = properties[keys[i]];
            };

            ObserveUnsubscribe.prototype.sessionIds = $util.emptyArray;

            ObserveUnsubscribe.encode = function (message, writer, _depth) {
                if (!writer)
                    writer = $Writer.create();
                if (_depth === $undefined)
                    _depth = 0;
                if (_depth > $util.recursionLimit)
                    throw $Error("max depth exceeded");
                if (message.sessionIds != null && message.sessionIds.length)
                    for (let i = 0; i < message.sessionIds.length; ++i)
                        writer.uint32(10).string(message.sessionIds[i]);
                if (message.$unknowns != null && $Object.hasOwnProperty.call(message, "$unknowns"))
                    for (let i = 0; i < message.$unknowns.length; ++i)
                        writer.raw(message.$unknowns[i]);
                return writer;
            };

            return ObserveUnsubscribe;
        })();

        return v1;
    })();

    return undertone;
})();

export {
  $root as default
};

export const root: { encode(message: object): { finish(): Uint8Array } } = undertone.v1.ClientMessage;
